import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, nullable, requireUser } from '@reelwright/http-server';
import Type from 'typebox';
import type { PlanDeps } from '../entitlements/refresh-entitlement.ts';
import { pausePosting } from './pause-posting.ts';
import { reviewVideo } from './review-video.ts';

const params = Type.Object({ id: Type.String({ format: 'uuid' }) });
const Reviewed = Type.Object({ success: Type.Literal(true) });
const done = { success: true } as const;

const Pause = Type.Object({
  paused: Type.Boolean(),
  since: nullable(Type.String(), 'When all posts were paused; null while they are not.'),
});

/**
 * PUT /api/posting-pause {paused}: pauses or resumes all posts of the caller's calendar → {paused, since}; 403
 * PLAN_FEATURE for a pause without a paid plan, 503 PLAN_UNKNOWN.
 * POST /api/videos/{id}/skip and /unskip: the video is not posted, or is again → {success: true}; 404 for another user's
 * video, 400 SLOT_LOCKED from 60 s before its time on, NOT_POSTED for a video without a time.
 * POST /api/videos/{id}/approve {variation}: lets the variation that the caller has seen go out → {success: true}; 404,
 * 409 NOTHING_TO_APPROVE, VIDEO_CHANGED if another variation is the newest.
 */
export const holdsRoutes: FastifyPluginAsyncTypebox<PlanDeps> = async (app, deps) => {
  app.put(
    '/api/posting-pause',
    {
      schema: {
        body: Type.Object({ paused: Type.Boolean() }, { additionalProperties: false }),
        response: { 200: Pause, ...errorResponses(400, 401, 403, 404, 503) },
      },
    },
    async (request) => {
      const { paused, pausedAt } = await pausePosting(deps, requireUser(request).userId, request.body.paused);
      return { paused, since: paused ? (pausedAt?.toISOString() ?? null) : null };
    },
  );

  for (const [path, type] of [
    ['skip', 'skipped'],
    ['unskip', 'unskipped'],
  ] as const) {
    app.post(
      `/api/videos/:id/${path}`,
      { schema: { params, response: { 200: Reviewed, ...errorResponses(400, 401, 404) } } },
      async (request) => {
        await reviewVideo(deps, { userId: requireUser(request).userId, videoId: request.params.id }, { type });
        return done;
      },
    );
  }

  app.post(
    '/api/videos/:id/approve',
    {
      schema: {
        params,
        body: Type.Object({ variation: Type.Integer({ minimum: 0 }) }, { additionalProperties: false }),
        response: { 200: Reviewed, ...errorResponses(400, 401, 404, 409) },
      },
    },
    async (request) => {
      const { variation } = request.body;
      const video = { userId: requireUser(request).userId, videoId: request.params.id };
      await reviewVideo(deps, video, { type: 'approved', variation });
      return done;
    },
  );
};
