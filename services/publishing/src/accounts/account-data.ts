import type { Kysely } from 'kysely';
import type { PublishingDatabase } from '../database.ts';

/**
 * `data` of GET /api/account-data/posts: the connected accounts and what was or will be posted. Reads the user's own
 * rows only, and names each column, so that no token or upload address is included.
 */
export async function readAccountData(db: Kysely<PublishingDatabase>, userId: string) {
  const [connections, posts, rules] = await Promise.all([
    db
      .selectFrom('social_connections')
      .select([
        'platform',
        'state',
        'account_id as accountId',
        'account_name as accountName',
        'provider_user_id as providerUserId',
        'app_user_id as appUserId',
        'scopes',
        'settings',
        'access_expires_at as accessExpiresAt',
        'updated_at as updatedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('platform')
      .execute(),
    db
      .selectFrom('videos')
      .leftJoin('posts', 'posts.video_id', 'videos.id') // none while nothing is connected
      .leftJoin('post_measures', 'post_measures.id', 'posts.id')
      .select([
        'videos.id as videoId',
        'videos.source',
        'videos.title',
        'videos.video_type as style',
        'videos.caption',
        'videos.captions',
        'videos.skipped',
        'videos.approved_variation as approvedVariation',
        'posts.platform',
        'posts.state',
        'posts.code',
        'posts.due_at as dueAt',
        'posts.posted_at as postedAt',
        'posts.permalink',
        'posts.account_name as accountName',
        'post_measures.views',
        'post_measures.likes',
        'post_measures.watch_seconds as watchSeconds',
        'post_measures.measured_at as measuredAt',
      ])
      .where('videos.user_id', '=', userId)
      .orderBy('posts.due_at')
      .orderBy('videos.created_at')
      .execute(),
    db
      .selectFrom('posting_rules')
      .select(['paused', 'resumed_at as resumedAt', 'ask_before_posting as askBeforePosting'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  ]);
  return { connections, posts, postingRules: rules ?? null };
}
