import { AppError } from '@reelwright/errors';
import { findAccount } from '../accounts/account.repository.ts';
import type { BillingDeps } from '../deps.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { readOwnSubscriptions } from './own-subscriptions.ts';

/** The user's current subscription at Stripe, paid or overdue; undefined when there is none. */
export async function findCurrent(deps: BillingDeps, userId: string): Promise<RemoteSubscription | undefined> {
  const customerId = (await findAccount(deps.db, userId))?.stripe_customer_id;
  if (!customerId) return undefined;
  return (await readOwnSubscriptions(deps, userId, customerId)).current;
}

/** @throws AppError NO_PAID_SUBSCRIPTION (400) */
export async function requireCurrent(deps: BillingDeps, userId: string): Promise<RemoteSubscription> {
  const current = await findCurrent(deps, userId);
  if (!current) throw new AppError('FAILED_PRECONDITION', 'NO_PAID_SUBSCRIPTION', 'There is no paid plan to change.');
  return current;
}
