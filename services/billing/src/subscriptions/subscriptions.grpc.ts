import type { Clock } from '@reelwright/clock';
import { type BillingServiceServer, BillingServiceService } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import { findAccount } from '../accounts/account.repository.ts';
import type { BillingDatabase } from '../database.ts';
import { subscriptionChanged } from './subscription.events.ts';
import { getSubscription } from './subscription.repository.ts';
import { entitlementAt } from './subscription.ts';

/** The user's entitlement at the current product time. */
export function subscriptionService({ db, clock }: { db: Kysely<BillingDatabase>; clock: Clock }) {
  return implement<BillingServiceServer>(BillingServiceService, {
    async getEntitlement({ userId }) {
      if (userId === '') throw new AppError('INVALID_ARGUMENT', 'USER_MISSING', 'Whose entitlement?');
      const [subscription, account] = await Promise.all([getSubscription(db, userId), findAccount(db, userId)]);
      const hasCustomer = account?.stripe_customer_id != null;
      return { ...subscriptionChanged(entitlementAt(subscription, clock.now())), hasCustomer };
    },
  });
}
