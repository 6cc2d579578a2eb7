import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, requireUser } from '@reelwright/http-server';
import Type from 'typebox';
import { type RegenerationDeps, regenerateVideos } from './regenerate-videos.ts';
import { lastRegeneratedAt } from './regeneration.repository.ts';
import { regenerationStatus } from './regeneration-rules.ts';

const When = Type.Union([Type.String(), Type.Null()]);

const Status = Type.Object({
  canRegenerate: Type.Boolean(),
  daysRemaining: Type.Integer(),
  lastRegeneratedAt: When,
  nextAt: When,
});

const Regenerated = Type.Object({
  regenerated: Type.Integer(),
  kept: Type.Array(Type.Object({ videoId: Type.String(), reason: Type.String() })),
});

/** GET /api/regeneration-status and POST /api/regenerate-videos, for the signed-in user. */
export const regenerationRoutes: FastifyPluginAsyncTypebox<RegenerationDeps> = async (app, deps) => {
  app.get(
    '/api/regeneration-status',
    { schema: { response: { 200: Status, ...errorResponses(401) } } },
    async (request) => {
      const last = await lastRegeneratedAt(deps.db, requireUser(request).userId);
      const status = regenerationStatus(last, deps.clock.now());
      return {
        ...status,
        lastRegeneratedAt: status.lastRegeneratedAt?.toISOString() ?? null,
        nextAt: status.nextAt?.toISOString() ?? null,
      };
    },
  );

  app.post(
    '/api/regenerate-videos',
    { schema: { response: { 200: Regenerated, ...errorResponses(400, 401, 429) } } },
    async (request) => {
      const { regenerated, kept } = await regenerateVideos(deps, requireUser(request).userId);
      return { regenerated, kept: [...kept] };
    },
  );
};
