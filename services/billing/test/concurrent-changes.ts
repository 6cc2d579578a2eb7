import { type Billing, useBilling } from './harness.ts';

export type ChangeRequest = (userId: string) => Promise<{ status: number; body: Record<string, unknown> }>;

export const CHANGES = ['upgrade', 'downgrade', 'cancel', 'renew', 'interval', 'checkout'] as const;
export type Change = (typeof CHANGES)[number];

const AT_ONCE = 20;
/** Refused because another change of the same user took longer than a request waits. Nothing was changed. */
const BUSY: readonly unknown[] = ['SUBSCRIPTION_BUSY', 'CHECKOUT_BUSY'];

export const changeRequests = (billing: Billing): Readonly<Record<Change, ChangeRequest>> => ({
  upgrade: (userId) => billing.change(userId, 'elite'),
  downgrade: (userId) => billing.change(userId, 'starter'),
  cancel: (userId) => billing.call(userId, 'POST', '/api/cancel-subscription'),
  renew: (userId) => billing.call(userId, 'POST', '/api/renew-subscription'),
  interval: (userId) => billing.change(userId, 'pro', true),
  checkout: (userId) => billing.call(userId, 'POST', '/api/create-subscription', billing.choose('elite')),
});

/** Twenty subscribers: one third has a planned downgrade, one third has cancelled. */
export async function givenSubscribers(billing: Billing): Promise<string[]> {
  const users = Array.from({ length: AT_ONCE }, () => billing.newUser());
  await Promise.all(
    users.map(async (userId, index) => {
      const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
      await billing.pay(body.checkoutUrl);
      if (index % 3 === 1) await billing.change(userId, 'starter');
      if (index % 3 === 2) await billing.call(userId, 'POST', '/api/cancel-subscription');
    }),
  );
  return users;
}

/** Repeats a request that was refused because of another one, as the message tells its user to. */
async function repeatWhileBusy(request: () => ReturnType<ChangeRequest>): ReturnType<ChangeRequest> {
  for (;;) {
    const answer = await request();
    if (answer.status !== 409 || !BUSY.includes(answer.body.error)) return answer;
  }
}

/** Tests each of `firsts` together with every change after it in `CHANGES`. */
export function testConcurrentChanges(...firsts: readonly Change[]): void {
  const billing = useBilling();
  const pairs = firsts.flatMap((first) =>
    CHANGES.slice(CHANGES.indexOf(first) + 1).map((second) => [first, second] as const),
  );

  it.each(pairs)(
    '%s and %s at the same time, for twenty users at once, are answered without an internal error and leave one plan',
    async (first, second) => {
      const requests = changeRequests(billing);
      const users = await givenSubscribers(billing);
      const answers = await Promise.all(
        users.map((userId) =>
          Promise.all([
            repeatWhileBusy(() => requests[first](userId)),
            repeatWhileBusy(() => requests[second](userId)),
          ]),
        ),
      );
      const odd = answers
        .flat()
        .filter(({ status, body }) => {
          const isPlain =
            status === 200 ||
            (status === 400 && body.error === 'ALREADY_ON_PLAN') ||
            (status === 409 && body.error === 'SUBSCRIPTION_EXISTS');
          return !isPlain;
        })
        .map(({ status, body }) => [status, body.error]);
      expect(odd).toEqual([]);
      await billing.eventsProcessed();
      for (const [index, userId] of users.entries()) {
        const given = answers[index] ?? [];
        // A checkout is refused to a user who has a plan; at least one of the other requests succeeds.
        expect(given.map(({ status }) => status)).toContain(200);
        const { data } = await billing.stripe.subscriptions.list({ customer: await billing.customerOf(userId) });
        expect(data).toHaveLength(1);
        const [subscription] = data;
        expect(subscription?.items.data).toHaveLength(1);
        const { tier, isAnnual, status } = await billing.entitlementOf(userId);
        expect(`${tier}_${isAnnual ? 'year' : 'month'}`).toBe(subscription?.items.data[0]?.price.lookup_key);
        const ends = subscription?.cancel_at !== null;
        expect(status).toBe(ends ? 'cancelling' : subscription?.schedule === null ? 'active' : 'downgrade_pending');
        // The purchase, and at most one charge for each kind of change that costs money.
        const costly = new Set([first, second].filter((change) => change === 'upgrade' || change === 'interval'));
        expect((await billing.chargesOf(userId)).length).toBeLessThanOrEqual(1 + costly.size);
      }
    },
    60_000,
  );
}
