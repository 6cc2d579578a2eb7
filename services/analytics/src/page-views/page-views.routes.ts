import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { AnalyticsDatabase } from '../database.ts';
import { recordPageView } from './page-view.repository.ts';
import { cleanReferrer, isCounted, truncateAddress } from './page-view.ts';

const Body = Type.Object(
  {
    /** Without query and fragment. */
    path: Type.String({ pattern: '^/[^?#\\s]*$', maxLength: 200 }),
    referrer: Type.Optional(Type.Union([Type.Null(), Type.String({ maxLength: 2_000 })])),
  },
  { additionalProperties: false },
);

/** POST /api/page-views {path, referrer?} → 204, also for visits that are not counted. */
export const pageViewRoutes: FastifyPluginAsyncTypebox<{ db: Kysely<AnalyticsDatabase>; clock: Clock }> = async (
  app,
  { db, clock },
) => {
  app.post(
    '/api/page-views',
    { schema: { body: Body, response: { 204: Type.Null(), ...errorResponses(400, 401, 403) } } },
    async (request, reply) => {
      if (isCounted(request.headers)) {
        const { path, referrer } = request.body;
        await recordPageView(
          db,
          {
            path,
            userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
            ipAddress: truncateAddress(request.ip),
            referer: cleanReferrer(referrer ?? undefined),
            userId: request.identity?.userId ?? null,
          },
          clock.now(),
        );
      }
      return reply.code(204).send(null);
    },
  );
};
