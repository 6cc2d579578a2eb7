import { nameOf, type Plan, planNamed } from './catalogue.ts';
import { ok, overdue, paidOnes, type Result, type Row, refused } from './results.ts';

/**
 * What is to come of everything a person or Stripe can do, in each state of a plan. Written from the specification
 * (sections 4, 7 and 9) and decisions 5, 12, 13 and 41; nothing here is asked of billing's own code.
 */

const second = refused(409, 'SUBSCRIPTION_EXISTS');
const noPlan = refused(400, 'NO_PAID_SUBSCRIPTION');
const already = refused(400, 'ALREADY_ON_PLAN');
const foreign = refused(404, 'SESSION_NOT_FOUND');
const full = refused(429, 'PLAN_LIMIT_REACHED');
const ending = { cancelAtPeriodEnd: true };

/** What people do. A column of /pricing, /profile or the calendar each. */
export const ACTIONS = {
  'create-subscription': { free: ok('unchanged', { checkoutUrl: '<address>' }), ...paidOnes(second) },
  'create-checkout-session': { free: ok('unchanged', { url: '<address>' }), ...paidOnes(second) },
  cancel: {
    free: noPlan,
    active: ok('cancelling', ending),
    cancelling: ok('unchanged', ending),
    downgrading: ok('cancelling', ending),
    // Nothing that is paid is left, and nobody is charged after cancelling: it ends at once.
    overdue: ok('gone', { cancelAtPeriodEnd: false }),
  },
  renew: {
    free: noPlan,
    active: ok('unchanged', { success: true, tier: '<now>' }),
    cancelling: ok('resumed', { success: true, tier: '<now>' }),
    downgrading: ok('resumed', { success: true, tier: '<now>' }),
    // Nothing is to be taken back, and what is open stays open: it says so.
    overdue: ok('unchanged', { success: false, tier: '<now>' }),
  },
  'check own checkout': {
    free: ok('unchanged', { success: false, tier: 'free' }),
    ...paidOnes(ok('unchanged', { success: true, tier: '<now>' })),
  },
  'check another’s checkout': { free: foreign, ...paidOnes(foreign) },
  portal: { free: noPlan, ...paidOnes(ok('unchanged', { url: '<address>' })) },
  'save one too many': { free: refused(403, 'PLAN_FEATURE'), ...paidOnes(full) },
  // Nothing after a cancelled plan; after one that a smaller one follows, as many as that one has.
  'save one too many after the period': {
    free: refused(403, 'PLAN_FEATURE'),
    ...paidOnes(full),
    cancelling: refused(403, 'PLAN_ENDS'),
  },
} satisfies Record<string, Row>;

/** What a choice means, for who has one plan (rows) and chooses another (columns). `up+`: a new period begins. */
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

/** What 'change-subscription' does with a choice of that meaning. */
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
    // Where the open invoice is paid.
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

/** A subscription that a schedule holds is not cancelled in the portal: Stripe says so (400). */
const held: Result = { http: 400, outcome: 'unchanged' };

/** What happens at Stripe, or comes of a card. */
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
    downgrading: held,
    overdue: ok('cancelling'),
  },
  'taken back in the portal': {
    active: ok('unchanged'),
    cancelling: ok('resumed'),
    downgrading: held,
    overdue: ok('unchanged'),
  },
  'the last charge is refunded': paidOnes(ok('unchanged')),
  'the last charge is disputed': paidOnes(ok('unchanged')),
  // What is owed is collected from it at once.
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

/** The plan that people planned who are in the state 'downgrading'; below starter monthly there is only free. */
export const PLANNED: Readonly<Record<string, string | undefined>> = {
  'starter monthly': undefined,
  'starter annual': 'starter monthly',
  'pro monthly': 'starter monthly',
  'pro annual': 'starter annual',
  'elite monthly': 'pro monthly',
  'elite annual': 'pro monthly',
};

/** What goes up in the columns of 3-D Secure and of old previews; above elite annual there is nothing. */
export const ASKED_FOR: Readonly<Record<string, string | undefined>> = {
  free: 'pro monthly',
  'starter monthly': 'pro monthly',
  'starter annual': 'elite annual',
  'pro monthly': 'elite monthly',
  'pro annual': 'elite monthly',
  'elite monthly': 'elite annual',
  'elite annual': undefined,
};

/** The meaning of a choice, as the grid has it. `undefined` chooses the free plan. */
export function meaningOf(has: Plan, chosen: Plan | undefined): Meaning {
  const [head = [], ...rows] = CHOICES.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const dashed = (plan: Plan | undefined) => (plan ? nameOf(plan).replace(' ', '-') : 'free');
  const row = rows.find(([name]) => name === dashed(has)) ?? [];
  return (row[head.indexOf(dashed(chosen)) + 1] ?? '').replace('+', '') as Meaning;
}

/** Everything 'change-subscription' can be asked for: the free plan (undefined) and the six paid ones. */
export const CHOSEN: readonly (Plan | undefined)[] = [
  undefined,
  ...Object.keys(PLANNED).map((name) => planNamed(name)),
];
