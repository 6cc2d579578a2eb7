import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { ErasedItem } from '@reelwright/product';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';

type Trx = Transaction<ExternalApiDatabase>;

/**
 * Locks the user against erasure while rows are added. A request may still run after its key and its account were deleted.
 * @throws AppError NOT_FOUND ACCOUNT_DELETED
 */
export async function requireUserLock(trx: Trx, userId: string): Promise<void> {
  await lockUser(trx, userId);
  await requireAccount(trx, userId);
}

/** @throws AppError NOT_FOUND ACCOUNT_DELETED */
export async function requireAccount(db: Kysely<ExternalApiDatabase>, userId: string): Promise<void> {
  if (await isDeleted(db, userId)) throw new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.');
}

export async function isDeleted(db: Kysely<ExternalApiDatabase>, userId: string): Promise<boolean> {
  const deleted = await db
    .selectFrom('deleted_users')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function lockUser(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
}

/** Saves a deleted user and the erased items. Call lockUser first. */
export async function markUserDeleted(
  trx: Trx,
  userId: string,
  erased: readonly ErasedItem[],
  now: Date,
): Promise<void> {
  await trx
    .insertInto('deleted_users')
    .values({ user_id: userId, deleted_at: now, erased: JSON.stringify(erased) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/**
 * Publishes AccountErased once, when a deleted user has no upload left. Call lockUser first, because two workers may
 * end at the same time.
 */
export async function publishWhenErased(trx: Trx, userId: string, now: Date): Promise<void> {
  const row = await trx
    .updateTable('deleted_users')
    .set({ announced_at: now })
    .where('user_id', '=', userId)
    .where('announced_at', 'is', null)
    .where(sql<boolean>`not exists (select from uploads where user_id = ${userId})`)
    .returning('erased')
    .executeTakeFirst();
  if (!row) return;
  const { erased: items } = row;
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'external-api', items, erasedAt: now }, now);
}
