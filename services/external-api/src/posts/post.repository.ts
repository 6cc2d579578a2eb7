import type { CauseData } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requireAccount, requireUserLock } from '../accounts/account.repository.ts';
import type { ExternalApiDatabase, PartnerPostRow } from '../database.ts';
import type { Partner } from '../partners/partner.ts';
import type { Outcome } from './outcome.ts';
import type { WantedPost } from './publish.ts';

type Db = Kysely<ExternalApiDatabase>;

/** Postgres throws for a malformed id. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A requested platform that can't be posted to. */
export interface RefusedPost extends WantedPost {
  readonly code: string;
  readonly causeData: CauseData;
}

export interface NewPosts {
  readonly partner: Partner;
  readonly requestId: string;
  readonly posts: readonly (WantedPost | RefusedPost)[];
  readonly now: Date;
}

/**
 * Saves posts before they are passed to publishing; a repeated request keeps its rows. @throws AppError ACCOUNT_DELETED
 */
export async function recordPosts(db: Db, { partner, requestId, posts, now }: NewPosts): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireUserLock(trx, partner.userId);
    await trx
      .insertInto('partner_posts')
      .values(
        posts.map((post, position) => ({
          post_id: post.postId,
          request_id: requestId,
          key_id: partner.keyId,
          user_id: partner.userId,
          platform: post.platform,
          position,
          media_key: post.mediaKey || null,
          media_url: post.mediaUrl || null,
          title: post.title,
          description: post.description,
          ...('code' in post
            ? { state: 'failed' as const, code: post.code, cause_data: JSON.stringify(post.causeData) }
            : { state: 'waiting' as const }),
          created_at: now,
          updated_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/**
 * Saves the outcome of a post, unless a newer revision is stored, because answers and events come in any order. An
 * outcome without a revision is not from publishing and never replaces one that is.
 */
export async function recordOutcome(
  db: Db | Transaction<ExternalApiDatabase>,
  { postId, userId }: Pick<WantedPost, 'postId' | 'userId'>,
  { kind, code, causeData, post }: Outcome,
  now: Date,
): Promise<void> {
  await db
    .updateTable('partner_posts')
    .set({
      state: kind,
      code,
      cause_data: causeData && JSON.stringify(causeData),
      platform_post_id: post?.platformPostId ?? '',
      container_id: post?.containerId ?? '',
      account_id: post?.accountId ?? '',
      account_name: post?.accountName ?? '',
      permalink: post?.permalink ?? '',
      goes_out_at: post?.goesOutAt ?? null,
      revision: post?.revision ?? null,
      updated_at: now,
    })
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('revision', 'is', null), ...(post ? [eb('revision', '<', post.revision)] : [])]))
    .execute();
}

/** Saves how often a post was seen, unless something later is stored. */
export async function recordViews(
  trx: Transaction<ExternalApiDatabase>,
  { postId, userId, platform }: Pick<PartnerPostRow, 'platform'> & { readonly postId: string; readonly userId: string },
  { views, measuredAt, changedAt }: { views: number | null; measuredAt: Date | null; changedAt: Date },
): Promise<void> {
  await trx
    .updateTable('partner_posts')
    .set({ views, measured_at: measuredAt, views_changed_at: changedAt })
    .where('platform', '=', platform)
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .where(({ or, eb }) => or([eb('views_changed_at', 'is', null), eb('views_changed_at', '<', changedAt)]))
    .execute();
}

/** The posts of a request, in the order of its answer. */
export function findPosts(
  db: Db,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<PartnerPostRow[]> {
  return db
    .selectFrom('partner_posts')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('platform')
    .execute();
}

/**
 * Like `findPosts`. @throws AppError POST_NOT_FOUND when there are none, ACCOUNT_DELETED when their account was deleted
 */
export async function getPosts(db: Db, given: { requestId: string; userId: string }): Promise<PartnerPostRow[]> {
  if (!UUID.test(given.requestId)) throw noSuchPost();
  const rows = await findPosts(db, given);
  if (rows.length > 0) return rows;
  await requireAccount(db, given.userId);
  throw noSuchPost();
}

const noSuchPost = () => new AppError('NOT_FOUND', 'POST_NOT_FOUND', 'There is no such post.');

/** One lookup by primary key, because most events are of posts from calendars. */
export async function isPartnersPost(db: Db, postId: string): Promise<boolean> {
  if (!UUID.test(postId)) return false;
  const row = await db.selectFrom('partner_posts').select('post_id').where('post_id', '=', postId).executeTakeFirst();
  return row !== undefined;
}

/** @returns how many there were */
export async function deletePostsOf(trx: Transaction<ExternalApiDatabase>, userId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('partner_posts')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes posts a year after their last change, those of one request together because its answer needs them all. */
export async function prunePosts(db: Db, now: Date): Promise<void> {
  await sql`delete from partner_posts p where p.updated_at < ${now}::timestamptz - interval '12 months'
    and not exists (select from partner_posts o where o.request_id = p.request_id
      and o.updated_at >= ${now}::timestamptz - interval '12 months')`.execute(db);
}
