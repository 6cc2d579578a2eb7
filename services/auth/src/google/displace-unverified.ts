import type { BillingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import type { Transaction } from 'kysely';
import { type DeletedAccount, eraseAccount } from '../accounts/delete-account.ts';
import type { AuthDatabase } from '../database.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { lockUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';

/**
 * Whether an account may be deleted in favour of the one whose e-mail Google has verified: its own address was never
 * verified, and no purchase was ever started. When billing does not answer, it may not.
 */
export async function mayBeDisplaced(billing: GrpcClient<BillingServiceClient>, user: User): Promise<boolean> {
  if (user.emailVerified || user.passwordHash === null || user.googleSub !== null) return false;
  try {
    const plan = await billing.getEntitlement({ userId: String(user.id) });
    // Revision 0: billing has never had anything to announce of this user. Who began to buy may have paid a moment ago.
    return plan.revision === 0 && plan.tier === 'free' && !plan.hasCustomer;
  } catch {
    return false;
  }
}

/**
 * Deletes the account as its owner would (decision 43), in the transaction that makes the new one.
 * @returns what is to be forgotten after the commit; undefined when its address was verified meanwhile
 */
export async function displaceUnverified(
  trx: Transaction<AuthDatabase>,
  deps: { store: SessionStore },
  old: User,
  now: Date,
): Promise<DeletedAccount | undefined> {
  const user = await lockUser(trx, old.id);
  if (!user || user.emailVerified || user.googleSub !== null) return undefined;
  return eraseAccount(trx, deps.store, user, { reason: 'displaced', now });
}
