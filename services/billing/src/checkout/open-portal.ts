import type { BillingDeps } from '../deps.ts';
import { requireCurrent } from '../subscriptions/current-subscription.ts';

/**
 * Opens Stripe's customer portal, where users change their card; it returns to the profile.
 * @throws AppError NO_PAID_SUBSCRIPTION (400)
 */
export async function openPortal(deps: BillingDeps & { readonly publicUrl: string }, userId: string): Promise<string> {
  const { customerId } = await requireCurrent(deps, userId);
  return deps.payments.openPortal(customerId, `${deps.publicUrl}/profile`);
}
