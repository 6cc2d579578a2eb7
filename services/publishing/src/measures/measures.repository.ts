import type { MeasureCause } from '@reelwright/product';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ConnectionRow, PostMeasureRow, PostRow, PublishingDatabase } from '../database.ts';
import type { Measured } from '../platforms/measures.ts';
import { MEASURED_FOR_MS, nextMeasureAt } from './measure-times.ts';

type Db = Kysely<PublishingDatabase>;
type Trx = Transaction<PublishingDatabase>;

/** A claimed row with what its platform is asked about. */
export interface ClaimedMeasure extends PostMeasureRow {
  readonly video_id: string;
  readonly platform_post_id: string | null;
  readonly account_id: string | null;
}

/** The name under which the posts of an account are read together. */
export const accountOf = ({ user_id, platform }: Pick<PostMeasureRow, 'user_id' | 'platform'>): string =>
  `${user_id} ${platform}`;

/** Adds a post that has just gone out; one that is known stays as it is. */
export async function addMeasure(trx: Trx, post: PostRow, now: Date): Promise<void> {
  const { id, user_id, platform, posted_at: postedAt } = post;
  if (!postedAt) return;
  const next_at = nextMeasureAt({ postedAt, account: accountOf(post) }, now);
  await trx
    .insertInto('post_measures')
    .values({ id, user_id, platform, posted_at: postedAt, next_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Claims further due rows of an account, beside the one that a worker has claimed. */
export async function claimMore(
  db: Db,
  { id, user_id: userId, platform }: PostMeasureRow,
  given: { readonly limit: number; readonly leaseMs: number; readonly now: Date },
): Promise<PostMeasureRow[]> {
  const { limit, leaseMs, now } = given;
  const { rows } = await sql<PostMeasureRow>`
    with due as (
      select id from post_measures
       where user_id = ${userId} and platform = ${platform} and id <> ${id} and next_at <= ${now}
         and (leased_until is null or leased_until < clock_timestamp())
         and database_is_current()
       order by next_at limit ${limit}
       for update skip locked)
    update post_measures as m
       set lease_token = m.lease_token + 1, leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from due where m.id = due.id
    returning m.*`.execute(db);
  return rows;
}

/** What the platform is asked about; a post that was deleted since is missing. In the order of their ids. */
export async function readClaimed(db: Db, claimed: readonly PostMeasureRow[]): Promise<ClaimedMeasure[]> {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'video_id', 'platform_post_id', 'account_id'])
    .where(
      'id',
      'in',
      claimed.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  const rows = new Map(claimed.map((row) => [row.id, row]));
  return posts.flatMap((post) => {
    const row = rows.get(post.id);
    return row ? [{ ...row, ...post }] : [];
  });
}

/** Extends the leases right before a call. @returns the rows that this process still holds */
export async function extendMeasures<Row extends PostMeasureRow>(
  db: Db,
  rows: readonly Row[],
  leaseMs: number,
): Promise<Row[]> {
  const held = await db
    .updateTable('post_measures')
    .set({ leased_until: sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'` })
    .where('leased_until', 'is not', null)
    .where((eb) =>
      eb.or(rows.map(({ id, lease_token }) => eb.and([eb('id', '=', id), eb('lease_token', '=', lease_token)]))),
    )
    .returning('id')
    .execute();
  const ids = new Set(held.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

/** Releases rows that were not read, so that they can be claimed at once. */
export async function releaseMeasures(db: Db, rows: readonly PostMeasureRow[]): Promise<void> {
  for (const { id, lease_token: token } of rows) await ofClaim(db, { id, token }).set({ leased_until: null }).execute();
}

interface Result {
  /** The numbers, and when the platform was asked; undefined: it reported none, and the earlier ones stay. */
  readonly reading?: (Measured & { readonly askedAt: Date }) | undefined;
  readonly code: MeasureCause | null;
  readonly nextAt: Date | null;
  readonly tries: number;
}

/** Writes the result of a read. @returns the saved row; undefined if the lease is lost or the row was deleted */
export function saveMeasure(
  trx: Trx,
  { id, lease_token: token }: PostMeasureRow,
  { reading, code, nextAt, tries }: Result,
): Promise<PostMeasureRow | undefined> {
  return ofClaim(trx, { id, token })
    .set({
      code,
      next_at: nextAt,
      tries,
      leased_until: null,
      ...(reading && { views: reading.views, likes: reading.likes, measured_at: reading.askedAt }),
      ...(reading?.watchSeconds !== undefined && { watch_seconds: reading.watchSeconds }),
    })
    .returningAll()
    .executeTakeFirst();
}

/**
 * All posts of an account that may still be read are due now, because its connection has changed. Ends the leases of
 * reads that began before: what they found belongs to the old connection, and is not saved. Lock the connection.
 */
export async function wakeMeasures(trx: Trx, { user_id, platform }: ConnectionRow, now: Date): Promise<void> {
  const since = new Date(now.getTime() - MEASURED_FOR_MS);
  await sql`update post_measures set next_at = ${now}, tries = 0, leased_until = null
    where id in (select id from post_measures
      where user_id = ${user_id} and platform = ${platform} and posted_at > ${since} order by id for update)`.execute(
    trx,
  );
}

/** Deletes what a platform reported of these posts. They are not read again. @returns the changed rows */
export async function forgetMeasures(trx: Trx, ids: readonly string[], code: MeasureCause): Promise<PostMeasureRow[]> {
  if (ids.length === 0) return [];
  return trx
    .updateTable('post_measures')
    .set({ views: null, likes: null, watch_seconds: null, measured_at: null, code, next_at: null, leased_until: null })
    .where('id', 'in', ids)
    .returningAll()
    .execute();
}

export async function deleteMeasuresOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('post_measures').where('user_id', '=', userId).execute();
}

const ofClaim = (db: Db, { id, token }: { id: string; token: number }) =>
  db
    .updateTable('post_measures')
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .where('leased_until', 'is not', null);
