import { type OutageRun, whileAway } from './away-time.ts';
import { within } from './databases.ts';
import { type AwayKind, eventually, HttpError, type Person, signUp, subscribe } from './people.ts';
import { say } from './say.ts';
import { sameOrigin } from './session.ts';
import type { Stack } from './stack.ts';

/** Retries of Drive, Stripe and mail wait in real time: the longest wait until the next one. */
const NEXT_TRY_MS = 90_000;

/**
 * While Stripe is unavailable one purchase is paid and another is started. The paid one counts once Stripe is back, and
 * the other is rejected with 503 PAYMENTS_UNAVAILABLE.
 */
export async function stripeAway({ stack, problems }: OutageRun, how: Exclude<AwayKind, null>): Promise<void> {
  const [paying, latePayer] = [await signUp(stack), await signUp(stack)];
  const { checkoutUrl } = await buy(paying);
  const page = await fetch(checkoutUrl, { redirect: 'manual' });
  if (page.status !== 200) throw new Error(`the checkout page answered ${page.status}`);
  await whileAway(stack, ['stripe'], how, async () => {
    // Stripe's checkout page and webhooks may work while its API is unavailable.
    if (how === 'unavailable') await pay(paying, checkoutUrl);
    const rejection = await buy(latePayer).catch((error: unknown) => error);
    if (!(rejection instanceof HttpError) || rejection.status !== 503 || rejection.code !== 'PAYMENTS_UNAVAILABLE')
      problems.push(`Stripe ${how}: a checkout is answered ${String(rejection)}`);
  });
  if (how === 'refused') await pay(paying, checkoutUrl);
  await hasTier(paying, 'pro').catch((error: Error) => problems.push(`Stripe ${how}: what was paid: ${error.message}`));
  await subscribe(latePayer, 'pro').catch((error: Error) =>
    problems.push(`Stripe ${how}: the next purchase: ${error.message}`),
  );
  for (const person of [paying, latePayer]) {
    const { payments } = await eventually(async () => {
      const response = await person.api<{ payments: unknown[] }>('/api/payments');
      if (response.payments.length === 0) throw new Error('no payment is shown');
      return response;
    });
    if (payments.length !== 1) problems.push(`Stripe ${how}: ${payments.length} payments of one purchase`);
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
  const payment = await fetch(checkoutUrl, { method: 'POST', redirect: 'manual', body });
  if (payment.status !== 303) throw new Error(`the checkout page answered ${payment.status}`);
}

const hasTier = (person: Person, tier: string) =>
  eventually(
    async () => {
      const { subscriptionTier } = await person.api<{ subscriptionTier: string }>('/api/auth/user');
      if (subscriptionTier !== tier) throw new Error(`still on ${subscriptionTier}`);
    },
    { withinMs: NEXT_TRY_MS },
  );

/** Password resets are requested while the mail server is unavailable: the mails arrive when it is back, and their links work. */
export async function mailAway({ stack, problems }: OutageRun, how: Exclude<AwayKind, null>): Promise<void> {
  const people = [await signUp(stack), await signUp(stack)];
  const post = (path: string, body: object) =>
    fetch(`${stack.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sameOrigin(stack) },
      body: JSON.stringify(body),
    });
  await whileAway(stack, ['smtp'], how, async () => {
    for (const { email } of people) {
      const requestedEntries = await post('/api/auth/password/forgotten', { email });
      if (requestedEntries.status !== 204)
        problems.push(`Mail ${how}: a request for a link is answered ${requestedEntries.status}`);
    }
    await eventually(async () => {
      const tries = await waitingMails(stack);
      if (tries < 2 * people.length) throw new Error(`${tries} tries so far`);
    });
  });
  for (const { email } of people) {
    const token = await eventually(() => tokenFor(stack.sandboxUrl, email), { withinMs: NEXT_TRY_MS }).catch(() => '');
    const reset = await post('/api/auth/password/reset', { token, password: 'another long password' });
    if (reset.status !== 204) problems.push(`Mail ${how}: the link of ${email} is answered ${reset.status}`);
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
