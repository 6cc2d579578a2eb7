import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

export async function findPhoto(db: Kysely<AuthDatabase>, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('profile_photos').select('image').where('id', '=', id).executeTakeFirst();
  return row?.image;
}

/** Saves the photo of a locked user in place of the one before. */
export async function writePhoto(
  trx: Transaction<AuthDatabase>,
  photo: { userId: number; id: string; image: Buffer; now: Date },
): Promise<void> {
  const { userId, id, image, now } = photo;
  await trx
    .insertInto('profile_photos')
    .values({ user_id: userId, id, image, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id, image, created_at: now }))
    .execute();
}

/** @returns the number of deleted photos: 0 or 1 */
export async function deletePhoto(trx: Transaction<AuthDatabase>, userId: number): Promise<number> {
  const deletedRows = await trx.deleteFrom('profile_photos').where('user_id', '=', userId).returning('id').execute();
  return deletedRows.length;
}

/**
 * Takes one upload from the user's budget of this hour (fixed windows of real time). It is one statement, so that
 * simultaneous uploads never exceed the limit.
 * @returns the seconds to wait; 0 when it was granted
 */
export async function takeFromUploadBudget(db: Kysely<AuthDatabase>, userId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    insert into photo_uploads as u (user_id, window_start, used)
    values (${userId}, date_trunc('hour', clock_timestamp()), 1)
    on conflict (user_id) do update set
      used = case when u.window_start = excluded.window_start then u.used + 1 else 1 end,
      window_start = excluded.window_start
    where u.window_start <> excluded.window_start or u.used < ${limit}
    returning used`.execute(db);
  if (rows.length > 0) return 0;
  const { rows: waits } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from
      date_trunc('hour', clock_timestamp()) + interval '1 hour' - clock_timestamp())))::int as seconds`.execute(db);
  return waits[0]?.seconds ?? 3_600;
}

/** Returns an upload to the budget of this hour; one taken in an earlier hour is not returned. */
export async function returnToUploadBudget(db: Kysely<AuthDatabase>, userId: number): Promise<void> {
  await sql`update photo_uploads set used = used - 1
    where user_id = ${userId} and used > 0 and window_start = date_trunc('hour', clock_timestamp())`.execute(db);
}
