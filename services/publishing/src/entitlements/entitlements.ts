import type { Clock } from '@reelwright/clock';
import { hasEnded } from '@reelwright/product';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';

/** Calls billing. A tier without an end is valid until billing publishes another. @throws AppError UNAVAILABLE */
export type AskTier = (userId: string) => Promise<{ tier: string; entitledUntil: Date | undefined }>;

/**
 * Whether the user's plan includes posting, as every paid one does. Billing is called for a user without a stored paid
 * plan, because its event may still be on its way.
 * @throws AppError UNAVAILABLE if nothing is stored and billing does not respond
 */
export async function mayPost(
  deps: { db: Kysely<PublishingDatabase>; clock: Clock; askTier: AskTier },
  userId: string,
): Promise<boolean> {
  const stored = await deps.db.selectFrom('entitlements').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const isPaid = ({ tier, entitledUntil: until }: Awaited<ReturnType<AskTier>>) =>
    tier !== 'free' && !hasEnded(until, deps.clock.now());
  if (stored && isPaid({ tier: stored.tier, entitledUntil: stored.entitled_until ?? undefined })) return true;
  try {
    return isPaid(await deps.askTier(userId));
  } catch (error) {
    if (stored) return false;
    throw error;
  }
}

/** Saves a user's entitlement, unless a later revision is stored. */
export async function saveEntitlement(
  trx: Transaction<PublishingDatabase>,
  userId: string,
  entitlement: Pick<Selectable<PublishingDatabase['entitlements']>, 'tier' | 'entitled_until' | 'revision'>,
): Promise<void> {
  await trx
    .insertInto('entitlements')
    .values({ user_id: userId, ...entitlement })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(entitlement).where('entitlements.revision', '<', entitlement.revision),
    )
    .execute();
}

export async function deleteEntitlement(trx: Transaction<PublishingDatabase>, userId: string): Promise<void> {
  await trx.deleteFrom('entitlements').where('user_id', '=', userId).execute();
}
