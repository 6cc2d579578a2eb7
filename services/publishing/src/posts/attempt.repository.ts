import type { PostCause } from '@reelwright/product';
import { type Kysely, sql, type Transaction } from 'kysely';
import { isPostCause } from '../causes/causes.ts';
import type { PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import type { Handle } from '../platforms/connector.ts';
import { renditionOf } from '../videos/rendition.ts';
import type { CommitEnd } from './post.ts';

type Db = Kysely<PublishingDatabase>;
type Trx = Transaction<PublishingDatabase>;

/** Records that an upload begins. @param at product time */
export function addStaging(trx: Trx, post: PostRow, video: VideoRow, at: Date): Promise<void> {
  return insert(trx, post, { step: 'stage', number: null, handle: null, startedAt: at, ...versionOf(video) });
}

/**
 * Records that a commit begins: the intent, written before the call. A unique index allows only one commit of a post
 * that went out or may have gone out.
 * @param at real time
 */
export function addCommit(
  trx: Trx,
  post: PostRow,
  video: VideoRow,
  given: { readonly handle: Handle | null; readonly at: Date; readonly number?: number },
): Promise<void> {
  const { handle, at, number = nextNumber(trx, post.id) } = given;
  return insert(trx, post, { step: 'commit', number, handle, startedAt: at, ...versionOf(video) });
}

/** Records the commit of a post that is out, so that no second one can begin. */
export async function addPostedCommit(
  trx: Trx,
  post: PostRow,
  given: { readonly revision: number; readonly postedAt: Date; readonly now: Date },
): Promise<void> {
  const { revision, postedAt, now } = given;
  const number = nextNumber(trx, post.id);
  const columns = { step: 'commit' as const, number, handle: { recalled: true }, revision, variation: 0 };
  await insert(trx, post, { ...columns, startedAt: postedAt, ended: { outcome: 'posted', at: now } });
}

async function insert(
  trx: Trx,
  post: PostRow,
  given: {
    readonly step: 'stage' | 'commit';
    readonly number: number | ReturnType<typeof nextNumber> | null;
    readonly handle: Handle | null;
    readonly revision: number;
    readonly variation: number;
    readonly startedAt: Date;
    /** It was made before this database was restored, and is recorded once. */
    readonly ended?: { readonly outcome: 'posted'; readonly at: Date };
  },
): Promise<void> {
  const { step, number, handle, revision, variation, startedAt, ended } = given;
  await trx
    .insertInto('post_attempts')
    .values({
      post_id: post.id,
      step,
      commit_number: number,
      handle: handle && JSON.stringify(handle),
      revision,
      variation,
      started_at: startedAt,
      ...(ended && { outcome: ended.outcome, finished_at: ended.at }),
    })
    .$if(ended !== undefined, (query) => query.onConflict((conflict) => conflict.doNothing()))
    .execute();
}

const versionOf = (video: VideoRow) => ({ revision: video.revision, variation: renditionOf(video).variation });

/** The number of the next commit of a post; scheduling keeps its announcement under it. */
export function nextNumber(db: Db, postId: string) {
  return db
    .selectFrom('post_attempts')
    .select(sql<number>`coalesce(max(commit_number), 0) + 1`.as('number'))
    .where('post_id', '=', postId)
    .where('step', '=', 'commit');
}

/** Writes the outcome of a post's open commit. */
export async function endCommit(trx: Trx, postId: string, { outcome, code, at }: CommitEnd): Promise<void> {
  await trx
    .updateTable('post_attempts')
    .set({ outcome, ...(code !== undefined && { code }), finished_at: at })
    .where('post_id', '=', postId)
    .where('step', '=', 'commit')
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', 'in', ['accepted', 'unknown', 'posted'])]))
    .execute();
}

/** Reopens the last commit of a post, to be reconciled. @returns its handle; undefined if that is not known */
export async function reopenLastCommit(trx: Trx, postId: string): Promise<Handle | undefined> {
  const last = await trx
    .selectFrom('post_attempts')
    .select(['id', 'handle'])
    .where('post_id', '=', postId)
    .where('step', '=', 'commit')
    .where('handle', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return undefined;
  await trx.updateTable('post_attempts').set({ outcome: 'unknown' }).where('id', '=', last.id).execute();
  return last.handle ?? undefined;
}

/** Deletes the provider's ids and addresses from the attempts of these posts. */
export async function forgetHandles(trx: Trx, postIds: readonly string[]): Promise<void> {
  await trx.updateTable('post_attempts').set({ handle: null }).where('post_id', 'in', postIds).execute();
}

/** How many copies of a post were begun, and when the last one was (product time). */
export async function countCopies(db: Db, postId: string): Promise<{ copies: number; last: Date | null }> {
  return db
    .selectFrom('post_attempts')
    .select([sql<number>`count(*)::int`.as('copies'), sql<Date | null>`max(started_at)`.as('last')])
    .where('post_id', '=', postId)
    .where('step', '=', 'stage')
    .executeTakeFirstOrThrow();
}

/** The code that answered the last commit's call, if the platform may have accepted the post all the same. */
export async function codeOfUnknownCommit(db: Db, postId: string): Promise<PostCause | undefined> {
  const last = await db
    .selectFrom('post_attempts')
    .select(['code', 'outcome'])
    .where('post_id', '=', postId)
    .where('step', '=', 'commit')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.outcome !== 'unknown' || last.code === null || !isPostCause(last.code)) return undefined;
  return last.code;
}

/** Whether an earlier commit of this copy has ended: its call may have arrived, whatever its outcome. */
export async function wasCommittedBefore(db: Db, { id, handle }: PostRow): Promise<boolean> {
  const earlier = await db
    .selectFrom('post_attempts')
    .select('id')
    .where('post_id', '=', id)
    .where('step', '=', 'commit')
    .where('outcome', 'is not', null)
    .where(sql<boolean>`handle = ${JSON.stringify(handle)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}
