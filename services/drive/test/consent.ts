/** The person's choice on Google's consent pages. */
export interface Choice {
  /** An e-mail address. */
  account: string;
  deny?: boolean;
}

/** Submits the sandbox's consent form. @returns the query of the redirect to us */
export async function consent(authUrl: string, choice: Choice): Promise<URLSearchParams> {
  const address = new URL(authUrl);
  address.searchParams.set('account', choice.account);
  const text = await (await fetch(address, { redirect: 'manual' })).text();
  const form = new URLSearchParams();
  for (const [, name = '', value = ''] of text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    form.set(
      name,
      value.replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code))),
    );
  }
  for (const [, name = ''] of text.matchAll(/type="checkbox" name="([^"]+)"/g)) form.set(name, 'on');
  form.set('decision', choice.deny ? 'deny' : 'allow');
  const reply = await fetch(`${address.origin}${address.pathname}`, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(reply.headers.get('location') ?? '').searchParams;
}
