import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, readerOf } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { ExternalApiDatabase } from '../database.ts';
import { requirePartner } from '../partners/partner.ts';
import { getPosts } from './post.repository.ts';
import { answerOf, DatedPostAnswer } from './post-answer.ts';

export interface ReadPostDeps {
  readonly db: Kysely<ExternalApiDatabase>;
  readonly clock: Clock;
}

/** GET /api/external/posts/{id}: the state of a post. */
export const readPostRoutes: FastifyPluginAsyncTypebox<ReadPostDeps> = async (app, { db, clock }) => {
  app.get(
    '/api/external/posts/:id',
    {
      schema: {
        params: Type.Object({ id: Type.String() }),
        response: { 200: DatedPostAnswer, ...errorResponses(401, 404, 429) },
      },
    },
    async (request, reply) => {
      const { userId } = requirePartner(request);
      const id = request.params.id.toLowerCase();
      const rows = await getPosts(db, { requestId: id, userId });
      const { answer, retryAfterSeconds } = answerOf(id, rows, { now: clock.now(), reader: readerOf(request) });
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
      const dates = (at: 'created_at' | 'updated_at') => rows.map((row) => row[at].getTime());
      return {
        ...answer,
        createdAt: new Date(Math.min(...dates('created_at'))).toISOString(),
        updatedAt: new Date(Math.max(...dates('updated_at'))).toISOString(),
      };
    },
  );
};
