import type { PriceList } from '../plans/plan-catalogue.ts';

/**
 * Whether a subscription or its invoice belongs to this user. Our checkouts write the user's id on it; one created by
 * hand at Stripe has no id and is ours when its price is. All others are ignored.
 */
export function isOwnedBy(
  { ownerId, priceId }: { readonly ownerId: string | null; readonly priceId: string | null },
  userId: string,
  prices: PriceList,
): boolean {
  if (ownerId !== null) return ownerId === userId;
  return prices.choiceOf(priceId) !== undefined;
}
