import { nameOf, type Plan, planNamed } from './catalogue.ts';
import { ok, overdue, paidOnes, type Result, type Row, refused } from './results.ts';

/**
 * The expected result of each action of a person or of Stripe, in each state of a plan. Written from the specification
 * (sections 4, 7 and 9) and decisions 5, 12, 13 and 41, without billing's code.
 */

const second = refused(409, 'SUBSCRIPTION_EXISTS');
const noPlan = refused(400, 'NO_PAID_SUBSCRIPTION');
const already = refused(400, 'ALREADY_ON_PLAN');
const foreign = refused(404, 'SESSION_NOT_FOUND');
const full = refused(429, 'PLAN_LIMIT_REACHED');
const ending = { cancelAtPeriodEnd: true };

/** Actions of people on /pricing, /profile and the calendar. */
export const ACTIONS = {
  'create-subscription': { free: ok('unchanged', { checkoutUrl: '<address>' }), ...paidOnes(second) },
  'create-checkout-session': { free: ok('unchanged', { url: '<address>' }), ...paidOnes(second) },
  cancel: {
    free: noPlan,
    active: ok('cancelling', ending),
    cancelling: ok('unchanged', ending),
    downgrading: ok('cancelling', ending),
    // No paid time is left, and nobody is charged after cancelling, so the plan ends at once.
    overdue: ok('gone', { cancelAtPeriodEnd: false }),
  },
  renew: {
    free: noPlan,
    active: ok('unchanged', { success: true, tier: '<now>' }),
    cancelling: ok('resumed', { success: true, tier: '<now>' }),
    downgrading: ok('resumed', { success: true, tier: '<now>' }),
    // Nothing can be withdrawn and the invoice stays open, so `success` is false.
    overdue: ok('unchanged', { success: false, tier: '<now>' }),
  },
  'check own checkout': {
    free: ok('unchanged', { success: false, tier: 'free' }),
    ...paidOnes(ok('unchanged', { success: true, tier: '<now>' })),
  },
  'check another’s checkout': { free: foreign, ...paidOnes(foreign) },
  portal: { free: noPlan, ...paidOnes(ok('unchanged', { url: '<address>' })) },
  'save one too many': { free: refused(403, 'PLAN_FEATURE'), ...paidOnes(full) },
  // After a cancelled plan no entry is allowed; before a smaller plan, as many as that plan allows.
  'save one too many after the period': {
    free: refused(403, 'PLAN_FEATURE'),
    ...paidOnes(full),
    cancelling: refused(403, 'PLAN_ENDS'),
  },
} satisfies Record<string, Row>;

/** The meaning of a choice, by the current plan (rows) and the chosen one (columns). `up+`: a new period begins. */
const CHOICES = `
                   free  starter-monthly  starter-annual  pro-monthly  pro-annual  elite-monthly  elite-annual
  starter-monthly  end   same             up+             up           up+         up             up+
  starter-annual   end   down             same            up+          up          up+            up
  pro-monthly      end   down             down            same         up+         up             up+
  pro-annual       end   down             down            down         same        up+            up
  elite-monthly    end   down             down            down         down        same           up+
  elite-annual     end   down             down            down         down        down           same
`;
export type Meaning = 'end' | 'same' | 'up' | 'down';

/** The results of 'change-subscription' for each meaning of a choice. */
export const CHANGES: Readonly<Record<Meaning, Row>> = {
  end: {
    free: already,
    active: ok('cancelling', { tier: '<now>', nextTier: 'free', effectiveAt: '<end>' }),
    cancelling: ok('unchanged', { tier: '<now>', nextTier: 'free', effectiveAt: '<end>' }),
    downgrading: ok('cancelling', { tier: '<now>', nextTier: 'free', effectiveAt: '<end>' }),
    overdue: ok('gone', { tier: 'free' }),
  },
  same: {
    active: already,
    cancelling: ok('resumed', { tier: '<now>' }),
    downgrading: ok('resumed', { tier: '<now>' }),
    // The address is the open invoice's page.
    overdue: ok('unchanged', { checkoutUrl: '<address>' }),
  },
  up: {
    free: ok('unchanged', { checkoutUrl: '<address>' }),
    active: ok('upgraded', { tier: '<chosen>' }),
    cancelling: ok('upgraded', { tier: '<chosen>' }),
    downgrading: ok('upgraded', { tier: '<chosen>' }),
    overdue,
  },
  down: {
    active: ok('downgrading', { tier: '<now>', nextTier: '<chosen>', effectiveAt: '<end>' }),
    cancelling: ok('downgrading', { tier: '<now>', nextTier: '<chosen>', effectiveAt: '<end>' }),
    downgrading: ok('downgrading', { tier: '<now>', nextTier: '<chosen>', effectiveAt: '<end>' }),
    overdue,
  },
};

/** Stripe does not cancel a subscription with a schedule in the portal (400). */
const scheduled: Result = { http: 400, outcome: 'unchanged' };

/** Events at Stripe, and results of cards. */
export const EVENTS = {
  'the period ends, the card pays': {
    active: ok('renewed'),
    cancelling: ok('gone'),
    downgrading: ok('renewed'),
    overdue: ok('paid'),
  },
  'the period ends, the card refuses': {
    active: ok('overdue'),
    cancelling: ok('gone'),
    downgrading: ok('overdue'),
    overdue: ok('unchanged'),
  },
  'refused, paid within the grace': {
    active: ok('paid'),
    cancelling: ok('gone'),
    downgrading: ok('paid'),
    overdue: ok('paid'),
  },
  'refused, paid after the grace': {
    active: ok('paid'),
    cancelling: ok('gone'),
    downgrading: ok('paid'),
    overdue: ok('paid'),
  },
  'refused, never paid': paidOnes(ok('gone')),
  'cancelled in the portal': {
    active: ok('cancelling'),
    cancelling: ok('unchanged'),
    downgrading: scheduled,
    overdue: ok('cancelling'),
  },
  'taken back in the portal': {
    active: ok('unchanged'),
    cancelling: ok('resumed'),
    downgrading: scheduled,
    overdue: ok('unchanged'),
  },
  'the last charge is refunded': paidOnes(ok('unchanged')),
  'the last charge is disputed': paidOnes(ok('unchanged')),
  // Stripe collects the open invoice from the new card at once.
  'another card': { ...paidOnes(ok('unchanged')), overdue: ok('paid') },
  'ended at Stripe': paidOnes(ok('gone')),
  'customer deleted at Stripe': { free: ok('unchanged'), ...paidOnes(ok('gone')) },
  '3-D Secure passed': {
    free: ok('bought'),
    active: ok('upgraded'),
    cancelling: ok('upgraded'),
    downgrading: ok('upgraded'),
    overdue,
  },
  '3-D Secure abandoned': {
    free: ok('unchanged'),
    active: ok('unchanged'),
    cancelling: ok('unchanged'),
    downgrading: ok('unchanged'),
    overdue,
  },
} satisfies Record<string, Row>;

/** The next plan in the state 'downgrading', by current plan. No paid plan is below starter monthly. */
export const PLANNED: Readonly<Record<string, string | undefined>> = {
  'starter monthly': undefined,
  'starter annual': 'starter monthly',
  'pro monthly': 'starter monthly',
  'pro annual': 'starter annual',
  'elite monthly': 'pro monthly',
  'elite annual': 'pro monthly',
};

/** The chosen plan of the 3-D Secure and old-preview actions, by current plan. None is above elite annual. */
export const ASKED_FOR: Readonly<Record<string, string | undefined>> = {
  free: 'pro monthly',
  'starter monthly': 'pro monthly',
  'starter annual': 'elite annual',
  'pro monthly': 'elite monthly',
  'pro annual': 'elite monthly',
  'elite monthly': 'elite annual',
  'elite annual': undefined,
};

/** Reads the meaning of a choice from the grid. `undefined` is the free plan. */
export function meaningOf(has: Plan, chosen: Plan | undefined): Meaning {
  const [head = [], ...rows] = CHOICES.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const dashed = (plan: Plan | undefined) => (plan ? nameOf(plan).replace(' ', '-') : 'free');
  const row = rows.find(([name]) => name === dashed(has)) ?? [];
  return (row[head.indexOf(dashed(chosen)) + 1] ?? '').replace('+', '') as Meaning;
}

/** All choices of 'change-subscription': the free plan (undefined) and the six paid plans. */
export const CHOSEN: readonly (Plan | undefined)[] = [
  undefined,
  ...Object.keys(PLANNED).map((name) => planNamed(name)),
];
