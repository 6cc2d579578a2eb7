import type { Tier } from '@reelwright/product';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { RemoteInvoice } from '../stripe/payments.ts';

/** The plan that a payment was for. */
export interface PlanPaid {
  readonly tier: Tier;
  /** By the year or by the month; null when it is not known. */
  readonly isAnnual: boolean | null;
}

/** By the price an invoice is mainly for; one that is not ours is `free`, without an interval. */
export function planPaidBy({ priceId }: Pick<RemoteInvoice, 'priceId'>, prices: PriceList): PlanPaid {
  return prices.choiceOf(priceId) ?? { tier: 'free', isAnnual: null };
}
