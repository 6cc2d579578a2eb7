import type { PriceList } from '../plans/plan-catalogue.ts';

/**
 * Whether a subscription, or an invoice of one, belongs to this user: our checkouts write the user's id on it. One made by
 * hand at Stripe carries no id and counts when its price is one of ours. Anything else is left alone everywhere.
 */
export function isOwnedBy(
  { ownerId, priceId }: { readonly ownerId: string | null; readonly priceId: string | null },
  userId: string,
  prices: PriceList,
): boolean {
  if (ownerId !== null) return ownerId === userId;
  return prices.choiceOf(priceId) !== undefined;
}
