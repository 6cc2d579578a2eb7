import type { BillingServiceClient } from '@reelwright/contracts';
import { events } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { lockUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';

const DEADLINE_MS = 800;

/**
 * Whether an account may give way to the one whose e-mail Google has verified: nobody ever showed that the address is
 * theirs, and nothing was ever paid. Where billing can't say, it may not.
 */
export async function mayBeDisplaced(billing: GrpcClient<BillingServiceClient>, user: User): Promise<boolean> {
  if (user.emailVerified || user.passwordHash === null || user.googleSub !== null) return false;
  try {
    const plan = await billing.getEntitlement({ userId: String(user.id) }, { timeoutMs: DEADLINE_MS });
    // Revision 0: billing has never had anything to announce of this user.
    return plan.revision === 0 && plan.tier === 'free' && plan.stripeSubscriptionId === '';
  } catch {
    return false;
  }
}

/**
 * Removes the account as if its owner had deleted it (decision 43), in the transaction that makes the new one.
 * @returns hashes of its ended sessions, to be forgotten after the commit; undefined when its address was verified meanwhile
 */
export async function displaceUnverified(
  trx: Transaction<AuthDatabase>,
  deps: { store: SessionStore },
  old: User,
  now: Date,
): Promise<string[] | undefined> {
  const user = await lockUser(trx, old.id);
  if (!user || user.emailVerified || user.googleSub !== null) return undefined;
  const ended = await deps.store.endAllOf(trx, user.id);
  await trx.deleteFrom('users').where('id', '=', user.id).execute();
  await enqueueEvent(trx, events.UserDeleted, { userId: String(user.id), revision: user.revision + 1 }, now);
  return ended;
}
