import type { Kysely } from 'kysely';
import { requireAccount, requireUserLock } from '../accounts/account.repository.ts';
import type { ExternalApiDatabase } from '../database.ts';
import type { Partner } from '../partners/partner.ts';
import type { Outcome } from './post-answer.ts';
import type { WantedPost } from './publish.ts';

type Db = Kysely<ExternalApiDatabase>;

/** Records what is about to be posted. A repeated request finds its rows there. @throws AppError ACCOUNT_DELETED */
export async function recordPosts(
  db: Db,
  partner: Partner,
  requestId: string,
  posts: readonly WantedPost[],
  now: Date,
): Promise<void> {
  if (posts.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await requireUserLock(trx, partner.userId);
    await trx
      .insertInto('partner_posts')
      .values(
        posts.map((post) => ({
          post_id: post.postId,
          request_id: requestId,
          key_id: partner.keyId,
          user_id: partner.userId,
          platform: post.platform,
          media_key: post.mediaKey || null,
          media_url: post.mediaUrl || null,
          title: post.title,
          description: post.description,
          state: 'waiting',
          created_at: now,
          updated_at: now,
        })),
      )
      .onConflict((conflict) => conflict.column('post_id').doNothing())
      .execute();
  });
}

/** Records what became of a post. @throws AppError ACCOUNT_DELETED when its row went with its owner */
export async function recordOutcome(
  db: Db,
  { postId, userId }: Pick<WantedPost, 'postId' | 'userId'>,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('partner_posts')
    .set({
      state: outcome.kind,
      code: outcome.code,
      message: outcome.message,
      platform_post_id: outcome.post?.platformPostId ?? '',
      permalink: outcome.post?.permalink ?? '',
      updated_at: now,
    })
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await requireAccount(db, userId);
}
