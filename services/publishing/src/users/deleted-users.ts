import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { ErasedItem } from '@reelwright/product';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';

type Trx = Transaction<PublishingDatabase>;

/** Records that a user was deleted, and what was erased. */
export async function addDeletedUser(
  trx: Trx,
  userId: string,
  { erased, now }: { readonly erased: readonly ErasedItem[]; readonly now: Date },
): Promise<void> {
  await trx
    .insertInto('deleted_users')
    .values({ user_id: userId, deleted_at: now, erased: JSON.stringify(erased) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/**
 * Announces once that nothing of a deleted user is left here. Call lockUser first, because the last two grants may
 * end at the same time.
 */
export async function announceErasure(trx: Trx, userId: string, now: Date): Promise<void> {
  const announced = await trx
    .updateTable('deleted_users')
    .set({ announced_at: now })
    .where('user_id', '=', userId)
    .where('announced_at', 'is', null)
    .where(sql<boolean>`not exists (select from social_connections where user_id = ${userId})`)
    .returning('erased')
    .executeTakeFirst();
  if (!announced) return;
  const { erased: items } = announced;
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'publishing', items, erasedAt: now }, now);
}

export async function isDeleted(db: Kysely<PublishingDatabase>, userId: string): Promise<boolean> {
  const gone = db.selectFrom('deleted_users').select('user_id').where('user_id', '=', userId);
  return (await gone.executeTakeFirst()) !== undefined;
}
