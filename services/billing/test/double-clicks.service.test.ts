import { useBilling } from './harness.ts';

const billing = useBilling();

type Do = (userId: string) => Promise<{ status: number; body: Record<string, unknown> }>;
const wishes: Readonly<Record<string, Do>> = {
  cancel: (userId) => billing.call(userId, 'POST', '/api/cancel-subscription'),
  renew: (userId) => billing.call(userId, 'POST', '/api/renew-subscription'),
  downgrade: (userId) => billing.change(userId, 'starter'),
  upgrade: (userId) => billing.change(userId, 'elite'),
  annual: (userId) => billing.change(userId, 'pro', true),
};
const before: Readonly<Record<string, Do[]>> = {
  active: [],
  cancelling: [(userId) => wishes.cancel?.(userId) as ReturnType<Do>],
  'downgrade pending': [(userId) => wishes.downgrade?.(userId) as ReturnType<Do>],
};
const pairs = Object.keys(before).flatMap((state) =>
  Object.keys(wishes).flatMap((one, index) =>
    Object.keys(wishes)
      .slice(index)
      .map((other) => [state, one, other] as const),
  ),
);

it('two wishes at the same time are both answered, and one plan comes of them', async () => {
  const plans = new Map<string, string>();
  for (const [state, one, other] of pairs) {
    const userId = await billing.givenSubscriber('pro');
    for (const step of before[state] ?? []) await step(userId);
    const answers = await Promise.all([wishes[one]?.(userId), wishes[other]?.(userId)]);
    const statuses = answers.map((answer) => answer?.status);
    expect([state, one, other, statuses.filter((status) => ![200, 400, 409].includes(Number(status)))]).toEqual([
      state,
      one,
      other,
      [],
    ]);
    // None of these wishes is refused by itself: at least the first of them is carried out.
    expect([state, one, other, statuses.includes(200)]).toEqual([state, one, other, true]);
    const { data } = await billing.stripe.subscriptions.list({ customer: await billing.customerOf(userId) });
    expect(data).toHaveLength(1);
    expect(data[0]?.items.data).toHaveLength(1);
    plans.set(userId, String(data[0]?.items.data[0]?.price.lookup_key));
    // The purchase, and at most one charge for each different wish.
    expect((await billing.chargesOf(userId)).length).toBeLessThanOrEqual(1 + new Set([one, other]).size);
  }
  await billing.settled();
  for (const [userId, plan] of plans) {
    const { tier, isAnnual } = await billing.entitlementOf(userId);
    expect([userId, `${tier}_${isAnnual ? 'year' : 'month'}`]).toEqual([userId, plan]);
  }
}, 120_000);
