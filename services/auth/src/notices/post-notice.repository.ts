import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { PostProblem } from './post-problem.ts';

type Post = Pick<PostProblem, 'videoId' | 'platform'>;

/** Whether a post was noted, mailed or not. */
export async function hasPostNotice(db: Kysely<AuthDatabase>, { videoId, platform }: Post): Promise<boolean> {
  const row = await db
    .selectFrom('post_notices')
    .select('video_id')
    .where('video_id', '=', videoId)
    .where('platform', '=', platform)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes a problem for a mail. */
export async function insertPostNotice(
  trx: Transaction<AuthDatabase>,
  { videoId, platform, action, details }: PostProblem,
  given: { readonly userId: number; readonly mailId: string; readonly real: Date },
): Promise<void> {
  await trx
    .insertInto('post_notices')
    .values({
      video_id: videoId,
      platform,
      action,
      user_id: given.userId,
      mail_id: given.mailId,
      details: JSON.stringify(details),
      created_at: given.real,
    })
    .execute();
}

/** Replaces what is known of a noted problem. @returns false if it was not noted */
export async function updatePostNotice(
  trx: Transaction<AuthDatabase>,
  { videoId, platform, action, details }: PostProblem,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('post_notices')
    .set({ details: JSON.stringify(details) })
    .where('video_id', '=', videoId)
    .where('platform', '=', platform)
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes what was noted of a post and not mailed yet, except for one action. */
export async function deleteUnsentNotices(
  trx: Transaction<AuthDatabase>,
  { videoId, platform }: Post,
  { except }: { readonly except: string | null },
): Promise<void> {
  await sql`delete from post_notices using mails
    where mails.id = mail_id and mails.state = 'waiting'
      and video_id = ${videoId} and platform = ${platform} and action is distinct from ${except}`.execute(trx);
}

/** The problems that a mail reports, in the order in which they were noted. */
export async function listPostNotices(trx: Transaction<AuthDatabase>, mailId: string): Promise<PostProblem[]> {
  const rows = await trx
    .selectFrom('post_notices')
    .select(['video_id as videoId', 'platform', 'action', 'details'])
    .where('mail_id', '=', mailId)
    .orderBy('created_at')
    .orderBy('video_id')
    .orderBy('platform')
    .execute();
  return rows;
}
