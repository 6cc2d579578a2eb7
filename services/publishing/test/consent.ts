import type { Platform } from '../src/platforms/platform.ts';

/** The person's choices on a platform's consent pages. */
export interface Choice {
  /** A user name at the platform; for YouTube an e-mail address. */
  account: string;
  /** Permissions to untick, by a part of their name. */
  untick?: string[];
  /** Pages to untick, by a part of their label. */
  deny?: boolean;
}

/** Submits the sandbox's consent forms. @returns the query of the redirect to us */
export async function consent(platform: Platform, authUrl: string, choice: Choice): Promise<URLSearchParams> {
  const address = new URL(authUrl);
  address.searchParams.set('account', choice.account);
  let text = await (await fetch(address, { redirect: 'manual' })).text();
  const channel = platform === 'youtube' && /name="channel" value="([^"]+)"/.exec(text)?.[1];
  if (channel) {
    address.searchParams.set('channel', channel);
    text = await (await fetch(address, { redirect: 'manual' })).text();
  }
  const form = new URLSearchParams();
  for (const [, name = '', value = ''] of text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    form.set(name, unescaped(value));
  }
  for (const [, name = ''] of text.matchAll(/type="checkbox" name="([^"]+)"/g)) {
    if (!choice.untick?.some((part) => name.includes(part))) form.set(name, 'on');
  }
  form.set('decision', choice.deny ? 'deny' : 'allow');
  const reply = await fetch(`${address.origin}${address.pathname}`, { method: 'POST', body: form, redirect: 'manual' });
  const location = reply.headers.get('location');
  if (!location)
    throw new Error(
      `no redirect from ${platform}: ${(await reply.text()).replaceAll(/<style>.*<\/style>|<[^>]+>/gs, ' ')}`,
    );
  return new URL(location).searchParams;
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));
}
