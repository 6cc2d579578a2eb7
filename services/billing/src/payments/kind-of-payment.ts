import { tiers } from '@reelwright/product';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { RemoteInvoice } from '../stripe/payments.ts';

/** What made a payment due. `switch`: another interval, or whatever else changed without being a higher tier. */
export const PAYMENT_KINDS = ['purchase', 'renewal', 'upgrade', 'switch'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/**
 * By Stripe's reason for the invoice; a change by the price it credits and the price it charges. Null when it belongs to no
 * subscription, or to a price that is not ours.
 */
export function kindOfPayment(
  { reason, creditedPriceId, priceId }: Pick<RemoteInvoice, 'reason' | 'creditedPriceId' | 'priceId'>,
  prices: PriceList,
): PaymentKind | null {
  if (reason === 'subscription_create') return 'purchase';
  if (reason === 'subscription_cycle') return 'renewal';
  const after = prices.choiceOf(priceId);
  if (reason !== 'subscription_update' || !after) return null;
  const before = prices.choiceOf(creditedPriceId);
  const isHigher = before !== undefined && tiers.indexOf(after.tier) > tiers.indexOf(before.tier);
  return isHigher ? 'upgrade' : 'switch';
}
