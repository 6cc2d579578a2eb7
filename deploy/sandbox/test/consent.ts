/** Choices of a person on the consent pages. */
export interface Choice {
  email: string;
  /** The title of the channel. */
  channel?: string;
  /** Scopes to untick, by the last part of their names. */
  untick?: string[];
  deny?: boolean;
}

/** Goes through Google's consent pages. @returns the callback's query. @throws with the page's text when there is none */
export async function consent(start: string, choice: Choice): Promise<URLSearchParams> {
  const first = new URL(start);
  first.searchParams.set('account', choice.email);
  let reply = await fetch(first, { redirect: 'manual' });
  let text = await reply.text();
  if (reply.status === 303) return callbackOf(reply);

  const channel = new RegExp(`name="channel" value="([^"]+)"><span>${choice.channel}`).exec(text)?.[1];
  if (text.includes('Choose a channel')) {
    if (channel === undefined) throw new Error(`no channel ${choice.channel}: ${text}`);
    first.searchParams.set('channel', channel);
    reply = await fetch(first, { redirect: 'manual' });
    text = await reply.text();
  }
  if (!text.includes('name="decision"')) throw new Error(text.replaceAll(/<style>.*<\/style>|<[^>]+>/gs, ' '));
  const form = new URLSearchParams();
  for (const [, name = '', value = ''] of text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g))
    form.set(name, unescaped(value));
  for (const [, name = ''] of text.matchAll(/type="checkbox" name="([^"]+)"/g)) {
    if (!choice.untick?.some((scope) => name.endsWith(scope))) form.set(name, 'on');
  }
  form.set('decision', choice.deny ? 'deny' : 'allow');
  return callbackOf(
    await fetch(`${first.origin}${first.pathname}`, { method: 'POST', body: form, redirect: 'manual' }),
  );
}

function callbackOf(reply: Response): URLSearchParams {
  return new URL(reply.headers.get('location') ?? '').searchParams;
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));
}
