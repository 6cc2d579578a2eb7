import { tiers } from '@reelwright/product';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { RemoteInvoice } from '../stripe/payments.ts';

/** The reason for a payment. `switch`: another interval, or any other change that is not to a higher tier. */
export const PAYMENT_KINDS = ['purchase', 'renewal', 'upgrade', 'switch'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/**
 * Derived from Stripe's reason for the invoice; for a change, from its credited and charged prices. Null for an invoice
 * without a subscription, or with a price that is not ours.
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
