import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';

const Answer = Type.Object({
  part: Type.Literal('videos'),
  exportedAt: Type.String(),
  data: Type.Object({ videos: Type.Unknown() }),
});

/**
 * GET /api/account-data/videos → {part, exportedAt, data}: the videos that were made or wished for, with what was wished.
 * The caller's own rows only, and columns named one by one, so that a file’s name or a model’s word never slips in.
 */
export const accountDataRoutes: FastifyPluginAsyncTypebox<{
  db: Kysely<GenerationDatabase>;
  clock: Clock;
}> = async (app, { db, clock }) => {
  const schema = { response: { 200: Answer, ...errorResponses(401) } };
  app.get('/api/account-data/videos', { schema }, async (request) => {
    const { userId } = requireUser(request);
    const data = await readAccountData(db, userId);
    return { part: 'videos' as const, exportedAt: clock.now().toISOString(), data };
  });
};

async function readAccountData(db: Kysely<GenerationDatabase>, userId: string) {
  const videos = await db
    .selectFrom('generation_jobs')
    .select([
      'video_id as videoId',
      'variation',
      'state',
      'request',
      'model',
      'requested_at as requestedAt',
      'publish_at as publishAt',
      'started_at as startedAt',
      'finished_at as finishedAt',
      'bytes',
      'code',
    ])
    .where('user_id', '=', userId)
    .orderBy('requested_at')
    .execute();
  return { videos };
}
