import type { Tier } from '@reelwright/product';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { RemoteInvoice } from '../stripe/payments.ts';

/** The plan that a payment was for. */
export interface PaidPlan {
  readonly tier: Tier;
  /** Billed annually or monthly; null when it is not known. */
  readonly isAnnual: boolean | null;
}

/** Derived from the main price of an invoice; a price that is not ours gives `free` without an interval. */
export function paidPlanOf({ priceId }: Pick<RemoteInvoice, 'priceId'>, prices: PriceList): PaidPlan {
  return prices.choiceOf(priceId) ?? { tier: 'free', isAnnual: null };
}
