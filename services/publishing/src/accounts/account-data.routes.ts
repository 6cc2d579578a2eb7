import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import type { PublishingDatabase } from '../database.ts';

const Answer = Type.Object({
  part: Type.Literal('posts'),
  exportedAt: Type.String(),
  data: Type.Object({ connections: Type.Unknown(), posts: Type.Unknown() }),
});

/**
 * GET /api/account-data/posts → {part, exportedAt, data}: the connected accounts and what was or will be posted.
 * The caller's own rows only, and columns named one by one, so that a token or an upload’s address never slips in.
 */
export const accountDataRoutes: FastifyPluginAsyncTypebox<{
  db: Kysely<PublishingDatabase>;
  clock: Clock;
}> = async (app, { db, clock }) => {
  const schema = { response: { 200: Answer, ...errorResponses(401) } };
  app.get('/api/account-data/posts', { schema }, async (request) => {
    const { userId } = requireUser(request);
    const data = await readAccountData(db, userId);
    return { part: 'posts' as const, exportedAt: clock.now().toISOString(), data };
  });
};

async function readAccountData(db: Kysely<PublishingDatabase>, userId: string) {
  const [connections, posts] = await Promise.all([
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
      .leftJoin('post_targets', 'post_targets.video_id', 'videos.id') // none while nothing is connected
      .select([
        'videos.id as videoId',
        'videos.source',
        'videos.title',
        'videos.caption',
        'post_targets.platform',
        'post_targets.state',
        'post_targets.code',
        'post_targets.due_at as dueAt',
        'post_targets.posted_at as postedAt',
        'post_targets.permalink',
        'post_targets.account_name as accountName',
      ])
      .where('videos.user_id', '=', userId)
      .orderBy('post_targets.due_at')
      .orderBy('videos.created_at')
      .execute(),
  ]);
  return { connections, posts };
}
