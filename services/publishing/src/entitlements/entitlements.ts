import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import { hasEnded } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';

/**
 * Asks billing. A tier without an end is valid until billing announces another. Throws AppError UNAVAILABLE without
 * an answer.
 */
export type AskTier = (userId: string) => Promise<{ tier: string; entitledUntil: Date | undefined }>;

/**
 * Whether the user's plan includes posting, as every paid one does. Billing is asked about users without an event,
 * and before a refusal, because its event may still be on its way.
 * @throws AppError UNAVAILABLE if nothing is known and billing doesn't answer
 */
export async function mayPost(
  deps: { db: Kysely<PublishingDatabase>; clock: Clock; askTier: AskTier },
  userId: string,
): Promise<boolean> {
  const known = await deps.db.selectFrom('entitlements').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const pays = ({ tier, entitledUntil: until }: Awaited<ReturnType<AskTier>>) =>
    tier !== 'free' && !hasEnded(until, deps.clock.now());
  if (known && pays({ tier: known.tier, entitledUntil: known.entitled_until ?? undefined })) return true;
  try {
    return pays(await deps.askTier(userId));
  } catch (error) {
    if (known) return false;
    throw error;
  }
}

export function entitlementSubscription(): Subscription<PublishingDatabase> {
  return on(events.SubscriptionChanged, async (trx, { payload }) => {
    const values = {
      tier: payload.tier,
      entitled_until: payload.entitledUntil ?? null,
      revision: payload.revision,
    };
    await trx
      .insertInto('entitlements')
      .values({ user_id: payload.userId, ...values })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(values).where('entitlements.revision', '<', payload.revision),
      )
      .execute();
  });
}

export async function deleteEntitlement(trx: Transaction<PublishingDatabase>, userId: string): Promise<void> {
  await trx.deleteFrom('entitlements').where('user_id', '=', userId).execute();
}
