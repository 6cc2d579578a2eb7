import { memberOf } from './closed-set.ts';

/** The tiers that are sold, each above the one before it. */
export const paidTiers = ['starter', 'pro', 'elite'] as const;
export type PaidTier = (typeof paidTiers)[number];

export const tiers = ['free', ...paidTiers] as const;
export type Tier = (typeof tiers)[number];

export const tierNames: Readonly<Record<Tier, string>> = {
  free: 'Free',
  starter: 'Starter',
  pro: 'Pro',
  elite: 'Elite',
};

export const videosPerMonth: Readonly<Record<Tier, number>> = { free: 1, starter: 8, pro: 12, elite: 20 };

/** How often a paid plan is charged. */
export const billingCycles = ['monthly', 'annual'] as const;
export type BillingCycle = (typeof billingCycles)[number];

export const isTier = memberOf(tiers);
