import type { BillingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import type { Transaction } from 'kysely';
import { type DeletedAccount, eraseAccount } from '../accounts/delete-account.ts';
import type { AuthDatabase } from '../database.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { lockUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';

/**
 * Whether an account may be replaced by the account of a Google user with the same, verified e-mail. It may if its
 * address was never verified and no purchase was ever started. If billing does not respond, it may not.
 */
export async function mayBeDisplaced(billing: GrpcClient<BillingServiceClient>, user: User): Promise<boolean> {
  if (user.emailVerified || user.passwordHash === null || user.googleSub !== null) return false;
  try {
    const plan = await billing.getEntitlement({ userId: String(user.id) });
    // Revision 0: billing has published no change of this user. A user with a checkout (`hasCustomer`) may just have
    // paid.
    return plan.revision === 0 && plan.tier === 'free' && !plan.hasCustomer;
  } catch {
    return false;
  }
}

/**
 * Deletes the account as its owner would (decision 43), in the transaction that creates the new one.
 * @returns cache entries to evict after the commit; undefined when its address was verified meanwhile
 */
export async function displaceUnverified(
  trx: Transaction<AuthDatabase>,
  deps: { store: SessionStore },
  unverifiedUser: User,
  now: Date,
): Promise<DeletedAccount | undefined> {
  const user = await lockUser(trx, unverifiedUser.id);
  if (!user || user.emailVerified || user.googleSub !== null) return undefined;
  return eraseAccount(trx, deps.store, user, { reason: 'displaced', now });
}
