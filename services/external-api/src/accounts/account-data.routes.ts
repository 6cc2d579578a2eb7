import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';

const Answer = Type.Object({
  part: Type.Literal('partner'),
  exportedAt: Type.String(),
  data: Type.Object({ posts: Type.Unknown(), uploads: Type.Unknown(), answers: Type.Unknown() }),
});

/**
 * GET /api/account-data/partner → {part, exportedAt, data}: what was posted with a person’s API key.
 * The caller's own rows only, and columns named one by one, so that a file’s name or digest never slips in.
 */
export const accountDataRoutes: FastifyPluginAsyncTypebox<{
  db: Kysely<ExternalApiDatabase>;
  clock: Clock;
}> = async (app, { db, clock }) => {
  const schema = { response: { 200: Answer, ...errorResponses(401) } };
  app.get('/api/account-data/partner', { schema }, async (request) => {
    const { userId } = requireUser(request);
    const data = await readAccountData(db, userId);
    return { part: 'partner' as const, exportedAt: clock.now().toISOString(), data };
  });
};

async function readAccountData(db: Kysely<ExternalApiDatabase>, userId: string) {
  const [posts, uploads, answers] = await Promise.all([
    db
      .selectFrom('partner_posts')
      .select([
        'post_id as postId',
        'platform',
        'media_url as videoUrl',
        'title',
        'description',
        'state',
        'message',
        'platform_post_id as platformPostId',
        'permalink',
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
      .select(['route', 'idempotency_key as idempotencyKey', 'status', 'answer', 'expires_at as expiresAt'])
      .where('user_id', '=', userId)
      .orderBy('expires_at')
      .execute(),
  ]);
  return { posts, uploads, answers };
}
