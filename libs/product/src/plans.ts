import { memberOf } from './closed-set.ts';

/** The tiers that are sold, each above the one before it. */
export const paidTiers = ['starter', 'pro', 'elite'] as const;
export type PaidTier = (typeof paidTiers)[number];

export const tiers = ['free', ...paidTiers] as const;
export type Tier = (typeof tiers)[number];

export const tierNames = {
  free: 'Free',
  starter: 'Starter',
  pro: 'Pro',
  elite: 'Elite',
} as const satisfies Record<Tier, string>;

export const videosPerMonth: Readonly<Record<Tier, number>> = { free: 1, starter: 8, pro: 12, elite: 20 };

/** How far ahead a video can be planned. It keeps typing errors like the year 9999 out of the calendar. */
export const monthsAhead = 24;

/**
 * The most entries of one calendar: this month's and all later ones of the largest plan, twice, since a skipped entry
 * leaves its place in the month to another.
 */
export const mostEntries = 2 * (monthsAhead + 1) * videosPerMonth.elite;

/** What a plan shows of posts that went out: nothing, the views of each, or everything. */
export const analyticsLevels = ['none', 'views', 'all'] as const;
export type AnalyticsLevel = (typeof analyticsLevels)[number];

export const analyticsOf: Readonly<Record<Tier, AnalyticsLevel>> = {
  free: 'none',
  starter: 'views',
  pro: 'views',
  elite: 'all',
};

/** How often a paid plan is charged. */
export const billingCycles = ['monthly', 'annual'] as const;
export type BillingCycle = (typeof billingCycles)[number];

/** The states of a subscription; 'none' without one. */
export const subscriptionStatuses = ['none', 'active', 'cancelling', 'downgrade_pending', 'past_due'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const isTier = memberOf(tiers);

/** Whether a plan has ended: it no longer holds at `entitledUntil`. Without that it continues until billing ends it. */
export const hasEnded = (entitledUntil: Date | null | undefined, at: Date): boolean =>
  entitledUntil instanceof Date && entitledUntil <= at;
