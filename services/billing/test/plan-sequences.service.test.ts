import { eventually } from '@reelwright/testing';
import { monthsAfter } from '../src/subscriptions/calendar-months.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

const day = 86_400_000;
const post = async (userId: string, path: string) => (await billing.call(userId, 'POST', path)).body;
const lastChange = (userId: string) => billing.changesOf(userId).at(-1);
const stateOf = async (userId: string) => {
  const { tier, isAnnual, status, nextTier } = await billing.entitlementOf(userId);
  return { tier, isAnnual, status, nextTier };
};
/** Moves far ahead, with webhooks off, so that other users' payments send no events. */
const jumpTo = async (instant: number) => {
  await billing.listen(false);
  await billing.goTo(instant);
  await billing.listen(true);
};
const forward = (ms: number) => billing.goTo(billing.clock.now().getTime() + ms);

describe('several changes within one period', () => {
  it('downgrade, cancel, renew, upgrade: each takes effect, and only the upgrade is charged', async () => {
    const userId = await billing.givenSubscriber('pro');
    const end = await billing.periodEndOf(userId);
    await forward(day);
    expect((await billing.change(userId, 'starter')).body).toMatchObject({ tier: 'pro', nextTier: 'starter' });
    await forward(day);
    expect(await post(userId, '/api/cancel-subscription')).toEqual({ cancelAtPeriodEnd: true });
    expect(await stateOf(userId)).toMatchObject({ tier: 'pro', status: 'cancelling', nextTier: '' });
    await forward(day);
    expect(await post(userId, '/api/renew-subscription')).toEqual({ success: true, tier: 'pro' });
    expect(await stateOf(userId)).toMatchObject({ status: 'active', nextTier: '' });
    await forward(day);
    expect((await billing.change(userId, 'elite')).body).toEqual({ tier: 'elite' });
    expect(await stateOf(userId)).toEqual({ tier: 'elite', isAnnual: false, status: 'active', nextTier: '' });
    expect(await billing.subscriptionOf(userId)).toMatchObject({ schedule: null, cancel_at: null, status: 'active' });
    expect(await billing.periodEndOf(userId)).toBe(end);
    expect(await billing.chargesOf(userId)).toHaveLength(2);
    await billing.goTo(end + 60_000);
    expect((await billing.chargesOf(userId))[2]).toBe(7990);
  });

  it('a downgrade is replaced by another, by an upgrade, and by the current plan', async () => {
    const userId = await billing.givenSubscriber('elite', true);
    expect((await billing.change(userId, 'pro')).body).toMatchObject({ nextTier: 'pro' });
    expect(await billing.entitlementOf(userId)).toMatchObject({ nextTier: 'pro', nextIsAnnual: false });
    expect((await billing.change(userId, 'starter', true)).body).toMatchObject({ nextTier: 'starter' });
    expect(await billing.entitlementOf(userId)).toMatchObject({ nextTier: 'starter', nextIsAnnual: true });
    expect((await billing.change(userId, 'elite')).body).toMatchObject({ tier: 'elite', nextTier: 'elite' });
    expect((await billing.change(userId, 'elite', true)).body).toEqual({ tier: 'elite' });
    expect(await stateOf(userId)).toEqual({ tier: 'elite', isAnnual: true, status: 'active', nextTier: '' });
    expect(await billing.chargesOf(userId)).toEqual([81480]);

    const other = await billing.givenSubscriber('pro');
    await billing.change(other, 'starter');
    expect((await billing.change(other, 'elite')).body).toEqual({ tier: 'elite' });
    expect(await billing.subscriptionOf(other)).toMatchObject({ schedule: null });
  });

  it('a cancellation by date in the portal is shown, and undone by renewing, by an upgrade, by a downgrade', async () => {
    for (const [takeBack, expected] of [
      [(user: string) => post(user, '/api/renew-subscription'), { tier: 'pro', status: 'active' }],
      [(user: string) => billing.change(user, 'elite'), { tier: 'elite', status: 'active' }],
      [(user: string) => billing.change(user, 'starter'), { tier: 'pro', status: 'downgrade_pending' }],
      [(user: string) => billing.change(user, 'pro', true), { tier: 'pro', isAnnual: true, status: 'active' }],
    ] as const) {
      const userId = await billing.givenSubscriber('pro');
      const { id } = await billing.subscriptionOf(userId);
      await billing.stripe.subscriptions.update(id, { cancel_at: 'max_period_end' });
      await eventually(() => expect(lastChange(userId)).toMatchObject({ status: 'cancelling' }));
      await takeBack(userId);
      expect(await stateOf(userId)).toMatchObject(expected);
      expect(await billing.subscriptionOf(userId)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    }
  });

  it('a cancellation date beyond the next renewal ends the plan on that date', async () => {
    const userId = await billing.givenSubscriber('pro');
    const { id } = await billing.subscriptionOf(userId);
    const end = await billing.periodEndOf(userId);
    await billing.stripe.subscriptions.update(id, { cancel_at: Math.floor((end + 10 * day) / 1000) });
    await eventually(() => expect(lastChange(userId)).toMatchObject({ status: 'cancelling' }));
    await billing.goTo(end + 9 * day);
    await billing.eventsProcessed();
    expect(await stateOf(userId)).toMatchObject({ tier: 'pro', status: 'cancelling' });
    await billing.goTo(end + 10 * day + 60_000);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'free' }));
  });
});

describe('changes of the interval', () => {
  it('to annual takes effect now and keeps the billing month; back to monthly takes effect at the year’s end', async () => {
    const userId = await billing.givenSubscriber('pro');
    const first = await billing.entitlementOf(userId);
    await forward(12 * day);
    await billing.change(userId, 'pro', true);
    const yearly = await billing.entitlementOf(userId);
    expect(yearly.currentPeriodStart).not.toEqual(first.currentPeriodStart);
    expect(yearly.monthAnchor).toEqual(first.monthAnchor);
    const end = Number(yearly.currentPeriodEnd);
    expect((await billing.change(userId, 'pro')).body).toEqual({
      tier: 'pro',
      nextTier: 'pro',
      effectiveAt: new Date(end).toISOString(),
    });
    await billing.goTo(end + 60_000);
    await eventually(() =>
      expect(lastChange(userId)).toMatchObject({ isAnnual: false, status: 'active', nextTier: '' }),
    );
    expect((await billing.chargesOf(userId)).at(-1)).toBe(4990);
    // The plan can be changed as usual while its schedule is in its last phase.
    expect((await billing.change(userId, 'starter')).body).toMatchObject({ tier: 'pro', nextTier: 'starter' });
    expect(await post(userId, '/api/cancel-subscription')).toEqual({ cancelAtPeriodEnd: true });
    expect(await post(userId, '/api/renew-subscription')).toEqual({ success: true, tier: 'pro' });
  });
});

describe('the billing month', () => {
  it('begins where each paid month begins, from the 31st through short months and a leap year', async () => {
    await jumpTo(Date.UTC(2028, 0, 31, 8, 0, 5));
    const userId = await billing.givenSubscriber('starter');
    const anchor = (await billing.entitlementOf(userId)).monthAnchor ?? new Date(0);
    expect(anchor.toISOString().slice(0, 10)).toBe('2028-01-31');
    const begins: string[] = [];
    for (let month = 1; month <= 13; month++) {
      const begin = monthsAfter(anchor, month);
      await billing.goTo(begin.getTime() + 60_000);
      await eventually(() => expect(lastChange(userId)?.currentPeriodStart).toEqual(begin));
      expect(lastChange(userId)?.monthAnchor).toEqual(anchor);
      begins.push(begin.toISOString().slice(0, 10));
    }
    expect(begins.slice(0, 4)).toEqual(['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']);
    expect(begins.at(-1)).toBe('2029-02-28');
  }, 60_000);

  it('stays on the 29th after a year that began on 29 February, when the paid months begin on the 28th', async () => {
    await jumpTo(Date.UTC(2032, 1, 29, 8, 0, 5));
    const userId = await billing.givenSubscriber('starter', true);
    const anchor = (await billing.entitlementOf(userId)).monthAnchor;
    await billing.change(userId, 'starter');
    const end = await billing.periodEndOf(userId);
    expect(new Date(end).toISOString().slice(0, 10)).toBe('2033-02-28');
    await billing.goTo(end + 60_000);
    await eventually(() => expect(lastChange(userId)?.currentPeriodStart).toEqual(new Date(end)));
    expect(lastChange(userId)?.monthAnchor).toEqual(anchor);
  }, 60_000);
});
