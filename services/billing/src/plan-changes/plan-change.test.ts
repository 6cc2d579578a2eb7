import { type CurrentPlan, decideChange } from './plan-change.ts';

const pro = (change: Partial<CurrentPlan> = {}): CurrentPlan => ({
  tier: 'pro',
  isAnnual: false,
  isCancelling: false,
  hasNextPlan: false,
  isPastDue: false,
  ...change,
});

it.each([
  ['a higher tier is an upgrade now', pro(), 'elite', false, { kind: 'upgrade', newPeriod: false }],
  [
    'a higher tier, billed annually is an upgrade with a new period',
    pro(),
    'elite',
    true,
    { kind: 'upgrade', newPeriod: true },
  ],
  [
    'the same tier, billed annually is an upgrade with a new period',
    pro(),
    'pro',
    true,
    { kind: 'upgrade', newPeriod: true },
  ],
  ['a lower tier waits for the period’s end', pro(), 'starter', false, { kind: 'downgrade' }],
  ['a lower tier, billed annually, waits too', pro(), 'starter', true, { kind: 'downgrade' }],
  [
    'monthly billing after annual waits for the end of the year',
    pro({ isAnnual: true }),
    'pro',
    false,
    { kind: 'downgrade' },
  ],
  ['free is a cancellation', pro(), 'free', false, { kind: 'cancel' }],
  ['the same plan changes nothing', pro(), 'pro', false, { kind: 'none' }],
  ['the same plan undoes a cancellation', pro({ isCancelling: true }), 'pro', false, { kind: 'resume' }],
  ['the same plan undoes a planned downgrade', pro({ hasNextPlan: true }), 'pro', false, { kind: 'resume' }],
  ['another plan is rejected while a payment is open', pro({ isPastDue: true }), 'elite', false, { kind: 'reject' }],
  ['the same plan with an open payment is paid', pro({ isPastDue: true }), 'pro', false, { kind: 'pay' }],
  ['an open payment does not prevent cancelling', pro({ isPastDue: true }), 'free', false, { kind: 'cancel' }],
  ['without a plan, a paid one is bought', undefined, 'starter', true, { kind: 'checkout' }],
  ['without a plan, free changes nothing', undefined, 'free', false, { kind: 'none' }],
] as const)('%s', (_name, current, tier, isAnnual, expected) => {
  expect(decideChange(current, { tier, isAnnual })).toEqual(expected);
});
