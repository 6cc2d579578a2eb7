import { type BillingCycle, type PaidTier, paidTiers, type Tier, videosPerMonth } from '@reelwright/product';
import type { StripeConfig } from '../config.ts';

export interface CataloguePlan {
  readonly videosPerMonth: number;
  /** EUR cents a month when billed monthly. */
  readonly monthlyCents: number;
  /** EUR cents a month when billed annually; a year costs twelve times this. */
  readonly annualMonthlyCents: number;
}

/** The plans on sale. The prices at Stripe, which are charged, must be the same. */
export const plans: Readonly<Record<Tier, CataloguePlan>> = {
  free: { videosPerMonth: videosPerMonth.free, monthlyCents: 0, annualMonthlyCents: 0 },
  starter: { videosPerMonth: videosPerMonth.starter, monthlyCents: 3390, annualMonthlyCents: 2890 },
  pro: { videosPerMonth: videosPerMonth.pro, monthlyCents: 4990, annualMonthlyCents: 4290 },
  elite: { videosPerMonth: videosPerMonth.elite, monthlyCents: 7990, annualMonthlyCents: 6790 },
};

/** The price of one payment for a choice on the pricing page, in EUR cents. */
export function amountCents(tier: Tier, isAnnual: boolean): number {
  return isAnnual ? plans[tier].annualMonthlyCents * 12 : plans[tier].monthlyCents;
}

export interface PlanChoice {
  readonly tier: PaidTier;
  readonly isAnnual: boolean;
}

/** Finds the price id of a choice, and the choice of a price id. */
export interface PriceList {
  priceOf(choice: PlanChoice): string;
  /** Undefined for null and for a price that is not ours. */
  choiceOf(priceId: string | null): PlanChoice | undefined;
}

export function createPriceList(prices: Readonly<Record<PaidTier, Record<BillingCycle, string>>>): PriceList {
  const choices = new Map<string, PlanChoice>();
  for (const tier of paidTiers) {
    choices.set(prices[tier].monthly, { tier, isAnnual: false });
    choices.set(prices[tier].annual, { tier, isAnnual: true });
  }
  if (choices.size !== 6) throw new Error('two plans have the same price id');
  return {
    priceOf: ({ tier, isAnnual }) => prices[tier][isAnnual ? 'annual' : 'monthly'],
    choiceOf: (priceId) => (priceId === null ? undefined : choices.get(priceId)),
  };
}

/** The prices of the service's settings. */
export const priceListOf = (config: StripeConfig): PriceList =>
  createPriceList({
    starter: { monthly: config.STRIPE_PRICE_STARTER_MONTHLY, annual: config.STRIPE_PRICE_STARTER_ANNUAL },
    pro: { monthly: config.STRIPE_PRICE_PRO_MONTHLY, annual: config.STRIPE_PRICE_PRO_ANNUAL },
    elite: { monthly: config.STRIPE_PRICE_ELITE_MONTHLY, annual: config.STRIPE_PRICE_ELITE_ANNUAL },
  });
