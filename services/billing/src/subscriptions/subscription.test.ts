import { createPriceList } from '../plans/plan-catalogue.ts';
import type { RemoteInvoice, RemoteSubscription } from '../stripe/payments.ts';
import { currentOf, entitlementAt, freePlan, type Subscription, surplusOf, transition } from './subscription.ts';

const prices = createPriceList({
  starter: { monthly: 'price_sm', annual: 'price_sa' },
  pro: { monthly: 'price_pm', annual: 'price_pa' },
  elite: { monthly: 'price_em', annual: 'price_ea' },
});
const remote = (change: Partial<RemoteSubscription> = {}): RemoteSubscription => ({
  id: 'sub_1',
  customerId: 'cus_1',
  ownerId: '7',
  state: 'active',
  itemId: 'si_1',
  priceId: 'price_pm',
  periodStart: new Date('2027-03-10T09:00:00Z'),
  periodEnd: new Date('2027-04-10T09:00:00Z'),
  startedAt: new Date('2027-01-10T09:00:00Z'),
  cancelledAt: null,
  endedAt: null,
  endsAt: null,
  endsWithPeriod: false,
  scheduleId: null,
  nextPriceId: null,
  hasPendingChange: false,
  latestInvoice: null,
  ...change,
});
const at = (iso: string) => new Date(iso);
const readOver = (before: Subscription, found: RemoteSubscription | undefined, now: string) =>
  transition(before, { type: 'read', remote: found, prices }, at(now)).subscription;
const read = (change: Partial<RemoteSubscription>, now: string) => readOver(freePlan('7', 3), remote(change), now);

it('reads tier, period and billing month from a live subscription', () => {
  expect(read({}, '2027-03-20T00:00:00Z')).toMatchObject({
    userId: '7',
    tier: 'pro',
    isAnnual: false,
    status: 'active',
    currentPeriodEnd: at('2027-04-10T09:00:00Z'),
    monthAnchor: at('2027-01-10T09:00:00Z'),
    expiresAt: null,
    stripeSubscriptionId: 'sub_1',
    revision: 4,
  });
});

it('is the free plan without a subscription, before its first payment and after its end', () => {
  for (const state of [undefined, 'incomplete', 'ended'] as const) {
    const given = state && remote({ state });
    expect(readOver(freePlan('7', 3), given, '2027-03-20T00:00:00Z')).toEqual(freePlan('7', 3));
  }
});

it('keeps a cancelled plan until exactly its end', () => {
  const ends = { endsAt: at('2027-04-10T09:00:00Z'), cancelledAt: at('2027-03-15T00:00:00Z') };
  expect(read(ends, '2027-04-10T08:59:59Z')).toMatchObject({
    tier: 'pro',
    status: 'cancelling',
    cancelledAt: at('2027-03-15T00:00:00Z'),
    expiresAt: at('2027-04-10T09:00:00Z'),
  });
  expect(read(ends, '2027-04-10T09:00:00Z').tier).toBe('free');
});

it('keeps a plan whose renewal failed for seven days after the paid period', () => {
  const due = { state: 'past_due' } as const;
  expect(read(due, '2027-03-17T08:59:59Z')).toMatchObject({
    tier: 'pro',
    status: 'past_due',
    currentPeriodStart: at('2027-02-10T09:00:00Z'),
    currentPeriodEnd: at('2027-03-10T09:00:00Z'),
    expiresAt: at('2027-03-17T09:00:00Z'),
  });
  expect(read(due, '2027-03-17T09:00:00Z').tier).toBe('free');
});

it('falls back to free seven days after a period whose renewal was never read', () => {
  const known = read({}, '2027-03-20T00:00:00Z');
  expect(entitlementAt(known, at('2027-04-17T08:59:59Z')).tier).toBe('pro');
  expect(entitlementAt(known, at('2027-04-17T09:00:00Z'))).toEqual(freePlan('7', 4));
});

it('names the plan that begins at the period’s end', () => {
  expect(read({ nextPriceId: 'price_sm', scheduleId: 'sub_sched_1' }, '2027-03-20T00:00:00Z')).toMatchObject({
    tier: 'pro',
    status: 'downgrade_pending',
    nextTier: 'starter',
    nextIsAnnual: false,
  });
  const toAYear = read({ nextPriceId: 'price_sa', scheduleId: 'sub_sched_1' }, '2027-03-20T00:00:00Z');
  expect(toAYear).toMatchObject({ nextTier: 'starter', nextIsAnnual: true });
  expect(read({}, '2027-03-20T00:00:00Z')).toMatchObject({ nextTier: null, nextIsAnnual: null });
});

describe('the overdue amount', () => {
  const invoice = (change: Partial<RemoteInvoice>): RemoteInvoice => ({
    id: 'in_1',
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    ownerId: null,
    amountPaidCents: 0,
    amountDueCents: 4990,
    currency: 'eur',
    paidAt: null,
    priceId: 'price_pm',
    creditedPriceId: null,
    reason: 'subscription_cycle',
    paymentUrl: null,
    ...change,
  });
  const overdue = (change: Partial<RemoteSubscription>) => {
    const { overdueCents, overdueCurrency } = read(change, '2027-03-12T00:00:00Z');
    return [overdueCents, overdueCurrency];
  };

  it('is the open invoice’s amount while its payment is overdue', () => {
    expect(overdue({ state: 'past_due', latestInvoice: invoice({}) })).toEqual([4990, 'eur']);
  });

  it.each<[string, Partial<RemoteSubscription>]>([
    ['a plan that is paid', { latestInvoice: invoice({ amountDueCents: 0 }) }],
    ['an upgrade that waits for payment', { latestInvoice: invoice({}), hasPendingChange: true }],
    ['an overdue plan whose invoice is void', { state: 'past_due', latestInvoice: invoice({ amountDueCents: 0 }) }],
    ['an overdue plan without an invoice', { state: 'past_due' }],
  ])('is nothing for %s', (_name, change) => {
    expect(overdue(change)).toEqual([null, null]);
  });
});

it('counts the billing month from the start, also when a year begins later', () => {
  const year = { priceId: 'price_sa', periodStart: at('2027-03-10T09:00:00Z'), periodEnd: at('2028-03-10T09:00:00Z') };
  expect(read(year, '2027-03-20T00:00:00Z').monthAnchor).toEqual(at('2027-01-10T09:00:00Z'));
});

it('ends with the grace when an overdue plan was also cancelled', () => {
  const both = {
    state: 'past_due',
    endsAt: at('2027-04-10T09:00:00Z'),
    cancelledAt: at('2027-03-11T00:00:00Z'),
  } as const;
  expect(read(both, '2027-03-12T00:00:00Z')).toMatchObject({
    status: 'past_due',
    cancelledAt: at('2027-03-11T00:00:00Z'),
    expiresAt: at('2027-03-17T09:00:00Z'),
  });
});

it('chooses the paid one, then the oldest; the others are surplus', () => {
  const older = remote({ id: 'sub_older', startedAt: at('2026-01-01T00:00:00Z') });
  const due = remote({ id: 'sub_due', state: 'past_due', startedAt: at('2025-01-01T00:00:00Z') });
  const starting = remote({ id: 'sub_starting', state: 'incomplete' });
  expect(currentOf([due, remote(), older])?.id).toBe('sub_older');
  expect(surplusOf([starting, due, remote(), older]).map(({ id }) => id)).toEqual(['sub_due', 'sub_1']);
  expect(surplusOf([starting, due])).toEqual([]);
  expect(currentOf([remote({ state: 'incomplete' }), due])?.id).toBe('sub_due');
  expect(currentOf([])).toBeUndefined();
});

describe('a transition', () => {
  const march = '2027-03-20T00:00:00Z';
  const pro = read({}, march);
  const kept = (subscription: Subscription) => ({ subscription, effects: { save: false, publish: false } });
  const published = (subscription: Subscription) => ({ subscription, effects: { save: true, publish: true } });
  const restored = (subscription: Subscription) => ({ subscription, effects: { save: true, publish: false } });

  it.each([
    ['a first plan', freePlan('7', 3), { type: 'read', remote: remote(), prices }, march, published(pro)],
    ['the same plan again', pro, { type: 'read', remote: remote(), prices }, march, kept(pro)],
    ['no subscription left', pro, { type: 'read', remote: undefined, prices }, march, published(freePlan('7', 5))],
    ['no response within the grace', pro, { type: 'stripe_unavailable' }, '2027-04-17T08:59:59Z', kept(pro)],
    [
      'no response after the grace',
      pro,
      { type: 'stripe_unavailable' },
      '2027-04-17T09:00:00Z',
      published(freePlan('7', 5)),
    ],
    ['no response for the free plan', freePlan('7', 3), { type: 'stripe_unavailable' }, march, kept(freePlan('7', 3))],
    [
      'a newer revision than the restored one',
      freePlan('7', 3),
      { type: 'recalled', published: pro },
      march,
      restored(pro),
    ],
    ['the restored revision itself', pro, { type: 'recalled', published: pro }, march, kept(pro)],
    ['an older revision', pro, { type: 'recalled', published: freePlan('7', 3) }, march, kept(pro)],
  ] as const)('of %s', (_name, before, event, now, expected) => {
    expect(transition(before, event, at(now))).toEqual(expected);
  });
});

it('keeps the last known plan at a price that is no longer in the settings, and gives none without a known plan', () => {
  const before = readOver(freePlan('7', 3), remote(), '2027-03-20T00:00:00Z');
  const renewed = remote({
    priceId: 'price_of_before',
    periodStart: at('2027-04-10T09:00:00Z'),
    periodEnd: at('2027-05-10T09:00:00Z'),
  });
  expect(readOver(before, renewed, '2027-04-20T00:00:00Z')).toMatchObject({
    tier: 'pro',
    status: 'active',
    currentPeriodEnd: at('2027-05-10T09:00:00Z'),
  });
  const another = { ...renewed, id: 'sub_2' };
  expect(readOver(before, another, '2027-04-12T00:00:00Z')).toEqual(before);
  expect(readOver(freePlan('7', 3), another, '2027-04-12T00:00:00Z')).toEqual(freePlan('7', 3));
});
