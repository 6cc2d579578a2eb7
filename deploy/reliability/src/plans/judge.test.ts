import { planNamed } from './catalogue.ts';
import { bought, cancelled, ended, type HeldPlan, NOTHING, periodOver, planned } from './held.ts';
import { type ExpectedState, judge, mismatchText, type ObservedState } from './judge.ts';
import { judgeAnswer } from './judge-answer.ts';
import { isoOf, secondsOf } from './months.ts';

const start = secondsOf('2027-11-10T08:00:00Z');
const now = start + 10 * 86_400;
const pro = planNamed('pro monthly');
const heldPlan = bought(NOTHING, pro, start);
const due = (of: HeldPlan = heldPlan): ExpectedState => ({ heldPlan: of, used: 2, refunded: 0, disputed: false });
const iso = (seconds: number) => `${isoOf(seconds)}.000Z`;

const user: ObservedState['user'] = {
  subscriptionTier: 'pro',
  isAnnual: false,
  videosPerMonth: 12,
  videosUsedThisMonth: 2,
  videosGeneratedThisMonth: 0,
  usageResetsAt: iso(heldPlan.until),
  stripeSubscriptionId: 'sub_1',
  subscriptionCancelledAt: null,
  subscriptionExpiresAt: null,
  subscriptionStatus: 'active',
  nextTier: null,
  currentPeriodEnd: iso(heldPlan.until),
  paymentDueBy: null,
};
const subscription: ObservedState['subscriptions'][number] = {
  id: 'sub_1',
  status: 'active',
  start_date: start,
  cancel_at: null,
  cancel_at_period_end: false,
  schedule: null,
  pending_update: null,
  latest_invoice: null,
  default_payment_method: null,
  ended_at: null,
  items: {
    data: [
      { current_period_start: heldPlan.from, current_period_end: heldPlan.until, price: { id: 'price_pro_monthly' } },
    ],
  },
};
const actual: ObservedState = {
  user,
  subscriptions: [subscription],
  nextPrice: undefined,
  charges: [4990],
  openInvoices: 0,
  payments: [{ amountCents: 4990, refundedCents: 0, disputed: false }],
};
const mismatches = (change: Partial<ObservedState>, of: ExpectedState = due(), how = {}) =>
  judge(of, { ...actual, ...change }, now, how).map(({ what }) => what);

describe('the judge', () => {
  it('finds no fault in a person who has what the rules give', () => {
    expect(mismatches({})).toEqual([]);
  });

  it.each([
    ['another tier', { user: { ...user, subscriptionTier: 'elite' } }, 'tier'],
    ['a counter', { user: { ...user, videosUsedThisMonth: 3 } }, 'used'],
    ['a limit', { user: { ...user, videosPerMonth: 20 } }, 'limit'],
    [
      'a month that ends on another day',
      { user: { ...user, usageResetsAt: iso(heldPlan.until + 86_400) } },
      'usageResetsAt',
    ],
    ['an end that nobody requested', { user: { ...user, subscriptionExpiresAt: iso(heldPlan.until) } }, 'expiresAt'],
    ['another state', { user: { ...user, subscriptionStatus: 'cancelling' } }, 'status'],
    ['a charge too many', { charges: [4990, 4990] }, 'charged'],
    ['a payment stored twice', { payments: [...actual.payments, ...actual.payments] }, 'charges shown as payments'],
    [
      'a refund that was not made',
      { payments: [{ amountCents: 4990, refundedCents: 1, disputed: false }] },
      'refunds shown',
    ],
    ['a second subscription', { subscriptions: [subscription, subscription] }, 'live subscriptions'],
    ['no subscription', { subscriptions: [] }, 'live subscriptions'],
    ['an end at Stripe', { subscriptions: [{ ...subscription, cancel_at: heldPlan.until }] }, 'ends at Stripe'],
    ['a plan that follows', { nextPrice: 'price_starter_monthly' }, 'next price at Stripe'],
    ['a pending change', { subscriptions: [{ ...subscription, pending_update: {} }] }, 'pending change at Stripe'],
    ['an invoice left open', { openInvoices: 1 }, 'open invoices'],
  ])('notices %s', (_name, change, what) => {
    expect(mismatches(change as Partial<ObservedState>)).toContain(what);
  });

  it('expects a cancellation, a planned change and a grace to be shown with their dates', () => {
    expect(mismatches({}, due(cancelled(heldPlan)))).toEqual(
      expect.arrayContaining(['expiresAt', 'isCancelled', 'status', 'ends at Stripe']),
    );
    expect(mismatches({}, due(planned(heldPlan, planNamed('starter monthly'))))).toEqual([
      'status',
      'nextTier',
      'next price at Stripe',
    ]);
    expect(mismatches({}, due(periodOver(heldPlan, 'refuses')))).toEqual(
      expect.arrayContaining(['paymentDueBy', 'expiresAt', 'status at Stripe', 'open invoices']),
    );
  });

  it('allows Stripe’s subscription to live on after the person is free, if `lapsed` is given', () => {
    const free = {
      user: {
        ...user,
        subscriptionTier: 'free',
        videosPerMonth: 1,
        usageResetsAt: '2027-12-01T00:00:00.000Z',
        stripeSubscriptionId: null,
        subscriptionStatus: 'none',
        currentPeriodEnd: null,
      },
      openInvoices: 1,
    };
    expect(mismatches(free, due(ended(heldPlan)), { lapsed: true })).toEqual([]);
    expect(mismatches(free, due(ended(heldPlan)))).toEqual(['live subscriptions', 'open invoices']);
  });
});

describe('an answer', () => {
  const chosen = planNamed('elite monthly');
  it('is judged by status, code and the fields the table names', () => {
    const result = { http: 200, body: { tier: '<chosen>', effectiveAt: '<end>' }, outcome: 'unchanged' } as const;
    const good = { status: 200, error: undefined, body: { tier: 'elite', effectiveAt: iso(heldPlan.until), more: 1 } };
    expect(judgeAnswer(result, good, heldPlan, chosen)).toEqual([]);
    const texts = judgeAnswer(result, { ...good, body: { tier: 'pro' } }, heldPlan, chosen).map(mismatchText);
    expect(texts).toEqual([
      'answer.tier: expected "elite", seen "pro"',
      'answer.effectiveAt: expected "2027-12-10T08:00:00.000Z", seen null',
    ]);
  });

  it('must be the refusal that the table names', () => {
    const result = { http: 400, error: 'PAYMENT_OVERDUE', outcome: 'unchanged' } as const;
    const other = { status: 400, error: 'ALREADY_ON_PLAN', body: {} };
    expect(judgeAnswer(result, other, heldPlan, chosen).map(({ what }) => what)).toEqual(['error']);
  });

  it('of a preview must be the upgrade’s price', () => {
    const result = { http: 200, body: { dueNowCents: '<due>' }, outcome: 'unchanged' } as const;
    const halfway = (heldPlan.from + heldPlan.until) / 2;
    const answer = (cents: number) => ({
      status: 200,
      error: undefined,
      body: { dueNowCents: cents, prorationDate: halfway },
    });
    expect(judgeAnswer(result, answer(39_95 - 24_95), heldPlan, chosen)).toEqual([]);
    expect(judgeAnswer(result, answer(39_95 - 24_94), heldPlan, chosen)).toHaveLength(1);
  });
});
