import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';

type Trx = Transaction<ExternalApiDatabase>;

/**
 * Makes whatever adds rows of a user wait for the erasure of that user. A request may still be carried out after its key
 * and its account have ended.
 * @throws AppError NOT_FOUND ACCOUNT_DELETED
 */
export async function requireUserLock(trx: Trx, userId: string): Promise<void> {
  await lockUser(trx, userId);
  await requireAccount(trx, userId);
}

/** For whoever finds a row of the user gone: says why. @throws AppError NOT_FOUND ACCOUNT_DELETED */
export async function requireAccount(db: Kysely<ExternalApiDatabase>, userId: string): Promise<void> {
  const gone = await db.selectFrom('deleted_users').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  if (gone) throw new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.');
}

export async function lockUser(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
}

/** Erases what a user's keys did; the eraser removes the video files and then their rows. Call lockUser first. */
export async function eraseUser(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx.deleteFrom('rate_windows').where('key_id', '=', userId).execute();
  const uploads = trx.updateTable('uploads').set({ erase_at: now }).where('user_id', '=', userId);
  const posts = trx.deleteFrom('partner_posts').where('user_id', '=', userId);
  const keys = trx.deleteFrom('idempotency_keys').where('user_id', '=', userId);
  const erased = [
    { what: 'uploaded videos', count: Number((await uploads.executeTakeFirstOrThrow()).numUpdatedRows) },
    { what: 'posts by API key', count: Number((await posts.executeTakeFirstOrThrow()).numDeletedRows) },
    { what: 'idempotency keys', count: Number((await keys.executeTakeFirstOrThrow()).numDeletedRows) },
  ];
  await trx
    .insertInto('deleted_users')
    .values({ user_id: userId, deleted_at: now, erased: JSON.stringify(erased) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  await tellWhenErased(trx, userId, now);
}

/** Says once that a deleted user has nothing left here. Call lockUser first: the last two files may go at the same time. */
export async function tellWhenErased(trx: Trx, userId: string, now: Date): Promise<void> {
  const told = await trx
    .updateTable('deleted_users')
    .set({ told_at: now })
    .where('user_id', '=', userId)
    .where('told_at', 'is', null)
    .where(sql<boolean>`not exists (select from uploads where user_id = ${userId})`)
    .returning('erased')
    .executeTakeFirst();
  if (!told) return;
  const { erased: items } = told;
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'external-api', items, erasedAt: now }, now);
}
