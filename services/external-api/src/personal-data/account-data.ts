import type { Reader } from '@reelwright/causes';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import { textOf } from '../posts/post-answer.ts';

/**
 * `data` of GET /api/account-data/partner: the posts made with the user’s API keys. Selects the user’s own rows only,
 * and each column by name; a file’s key and digest are not exported.
 */
export async function readAccountData(db: Kysely<ExternalApiDatabase>, userId: string, reader: Reader) {
  const [posts, uploads, keys] = await Promise.all([
    db
      .selectFrom('partner_posts')
      .select([
        'request_id as id',
        'post_id as postId',
        'platform',
        'media_url as videoUrl',
        'title',
        'description',
        'state',
        'code',
        'cause_data',
        'goes_out_at',
        'platform_post_id as platformPostId',
        'container_id as containerId',
        'account_id as accountId',
        'account_name as accountName',
        'permalink',
        'goes_out_at as goesOutAt',
        'views',
        'measured_at as measuredAt',
        'created_at as createdAt',
        'updated_at as updatedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('uploads')
      .select(['bytes', 'created_at as createdAt', 'erase_at as eraseAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('idempotency_keys')
      .select(['route', 'idempotency_key as idempotencyKey', 'request_id as id', 'expires_at as expiresAt'])
      .where('user_id', '=', userId)
      .orderBy('expires_at')
      .execute(),
  ]);
  const postsWithMessage = posts.map(({ cause_data, goes_out_at, ...post }) => ({
    ...post,
    message: textOf({ ...post, cause_data, goes_out_at }, reader),
  }));
  return { posts: postsWithMessage, uploads, keys };
}
