import { type Away, whileAway } from './away-time.ts';
import { within } from './databases.ts';
import { type AwayKind, eventually, HttpRefusal, type Person, signUp, subscribe } from './people.ts';
import { say } from './say.ts';
import { sameOrigin } from './session.ts';
import type { Stack } from './stack.ts';

/** Retries of Drive, Stripe and mail wait in real time: the longest wait until the next one. */
const NEXT_TRY_MS = 90_000;

/**
 * While Stripe is away one purchase is paid and another is started. The paid one counts once Stripe is back, and the other is
 * refused with 503 PAYMENTS_UNAVAILABLE.
 */
export async function stripeAway({ stack, faults }: Away, how: Exclude<AwayKind, null>): Promise<void> {
  const [paying, late] = [await signUp(stack), await signUp(stack)];
  const { checkoutUrl } = await buy(paying);
  const page = await fetch(checkoutUrl, { redirect: 'manual' });
  if (page.status !== 200) throw new Error(`the checkout page answered ${page.status}`);
  await whileAway(stack, ['stripe'], how, async () => {
    // Stripe's checkout page and webhooks may work while its API is away.
    if (how === 'unavailable') await pay(paying, checkoutUrl);
    const refusal = await buy(late).catch((error: unknown) => error);
    if (!(refusal instanceof HttpRefusal) || refusal.status !== 503 || refusal.code !== 'PAYMENTS_UNAVAILABLE')
      faults.push(`Stripe ${how}: a checkout is answered ${String(refusal)}`);
  });
  if (how === 'refused') await pay(paying, checkoutUrl);
  await hasTier(paying, 'pro').catch((error: Error) => faults.push(`Stripe ${how}: what was paid: ${error.message}`));
  await subscribe(late, 'pro').catch((error: Error) =>
    faults.push(`Stripe ${how}: the next purchase: ${error.message}`),
  );
  for (const person of [paying, late]) {
    const { payments } = await eventually(async () => {
      const read = await person.api<{ payments: unknown[] }>('/api/payments');
      if (read.payments.length === 0) throw new Error('no payment is shown');
      return read;
    });
    if (payments.length !== 1) faults.push(`Stripe ${how}: ${payments.length} payments of one purchase`);
  }
  say(`Stripe ${how}: one payment each, and the plan`);
}

const buy = (person: Person) =>
  person.api<{ checkoutUrl: string }>('/api/create-subscription', {
    method: 'POST',
    body: { tier: 'pro', is1080p: true, isAnnual: false },
  });

async function pay({ email, name }: Person, checkoutUrl: string): Promise<void> {
  const body = new URLSearchParams({ email, name, number: '4242424242424242' });
  const paid = await fetch(checkoutUrl, { method: 'POST', redirect: 'manual', body });
  if (paid.status !== 303) throw new Error(`the checkout page answered ${paid.status}`);
}

const hasTier = (person: Person, tier: string) =>
  eventually(
    async () => {
      const { subscriptionTier } = await person.api<{ subscriptionTier: string }>('/api/auth/user');
      if (subscriptionTier !== tier) throw new Error(`still on ${subscriptionTier}`);
    },
    { withinMs: NEXT_TRY_MS },
  );

/** Password resets are requested while the mail server is away: the mails arrive when it is back, and their links work. */
export async function mailAway({ stack, faults }: Away, how: Exclude<AwayKind, null>): Promise<void> {
  const people = [await signUp(stack), await signUp(stack)];
  const post = (path: string, body: object) =>
    fetch(`${stack.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sameOrigin(stack) },
      body: JSON.stringify(body),
    });
  await whileAway(stack, ['smtp'], how, async () => {
    for (const { email } of people) {
      const asked = await post('/api/auth/password/forgotten', { email });
      if (asked.status !== 204) faults.push(`Mail ${how}: a request for a link is answered ${asked.status}`);
    }
    await eventually(async () => {
      const tries = await waitingMails(stack);
      if (tries < 2 * people.length) throw new Error(`${tries} tries so far`);
    });
  });
  for (const { email } of people) {
    const token = await eventually(() => tokenFor(stack.sandboxUrl, email), { withinMs: NEXT_TRY_MS }).catch(() => '');
    const reset = await post('/api/auth/password/reset', { token, password: 'another long password' });
    if (reset.status !== 204) faults.push(`Mail ${how}: the link of ${email} is answered ${reset.status}`);
  }
  say(`Mail ${how}: ${people.length} links came after it, and work`);
}

/** The number of tries of mails that are not sent yet. */
async function waitingMails(stack: Stack): Promise<number> {
  const [row] = await within(stack, 'auth', (rows) =>
    rows<{ tries: number }>(`select coalesce(sum(attempts), 0)::int as tries from mails where state = 'waiting'`),
  );
  return row?.tries ?? 0;
}

async function tokenFor(sandboxUrl: string, email: string): Promise<string> {
  const mails = (await (await fetch(`${sandboxUrl}/api/inbox?to=${encodeURIComponent(email)}`)).json()) as {
    text: string;
  }[];
  const token = mails.map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1]).find((found) => found !== undefined);
  if (!token) throw new Error('no link yet');
  return token;
}
