import { type ChangeRequest, changeRequests } from './concurrent-changes.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

const { cancel, renew, downgrade, upgrade, interval } = changeRequests(billing);
const changes = { cancel, renew, downgrade, upgrade, interval };
/** The requests that bring an active plan into each state. */
const before: Readonly<Record<string, readonly ChangeRequest[]>> = {
  active: [],
  cancelling: [cancel],
  downgrade_pending: [downgrade],
};
const names = Object.keys(changes) as (keyof typeof changes)[];
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));

it('two changes at the same time are both answered and leave one plan', async () => {
  const plans = new Map<string, string>();
  const runPairs = async (state: string) => {
    for (const [one, other] of pairs) {
      const userId = await billing.givenSubscriber('pro');
      for (const step of before[state] ?? []) await step(userId);
      const answers = await Promise.all([changes[one](userId), changes[other](userId)]);
      const statuses = answers.map(({ status }) => status);
      expect([state, one, other, statuses.filter((status) => ![200, 400, 409].includes(status))]).toEqual([
        state,
        one,
        other,
        [],
      ]);
      // None of these changes is refused on its own, so at least one of them succeeds.
      expect([state, one, other, statuses.includes(200)]).toEqual([state, one, other, true]);
      const { data } = await billing.stripe.subscriptions.list({ customer: await billing.customerOf(userId) });
      expect(data).toHaveLength(1);
      expect(data[0]?.items.data).toHaveLength(1);
      plans.set(userId, String(data[0]?.items.data[0]?.price.lookup_key));
      // The purchase, and at most one charge for each kind of change.
      expect((await billing.chargesOf(userId)).length).toBeLessThanOrEqual(1 + new Set([one, other]).size);
    }
  };
  await Promise.all(Object.keys(before).map(runPairs));
  await billing.eventsProcessed();
  for (const [userId, plan] of plans) {
    const { tier, isAnnual } = await billing.entitlementOf(userId);
    expect([userId, `${tier}_${isAnnual ? 'year' : 'month'}`]).toEqual([userId, plan]);
  }
}, 120_000);
