import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, requireUser } from '@reelwright/http-server';
import Type, { type TSchema } from 'typebox';
import { postMissedVideo } from '../requests/post-missed-video.ts';
import { readTimeline, type TimelineDeps } from './read-timeline.ts';
import { PostStatusSchema, VideoStatusSchema } from './status.schema.ts';

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Text = Type.String();

/** Empty where nothing is the matter: a code of a catalogue, what happened, and what to do. */
const Words = { code: Text, message: Text, fix: Text };
const Timeline = Type.Object({
  serverTime: Text,
  videos: Type.Array(
    Type.Object({
      id: Text,
      videoType: Text,
      variation: Type.Integer(),
      createdAt: Text,
      publishAt: nullable(Text),
      date: nullable(Text),
      time: nullable(Text),
      timeZone: Text,
      caption: Text,
      mediaUrl: nullable(Text),
      posterUrl: nullable(Text),
      stages: Type.Object({
        requested: Type.Object({ at: nullable(Text) }),
        rendering: Type.Object({
          state: Text,
          startedAt: nullable(Text),
          finishedAt: nullable(Text),
          percent: Type.Integer(),
          /** While it waits for its next try. */
          nextTryAt: nullable(Text),
          /** 1 is the next to be started; null where it waits in no line. */
          place: nullable(Type.Integer()),
          /** Real seconds until it is made, from measured durations; null where that is not known. */
          readyInSeconds: nullable(Type.Integer()),
          ...Words,
        }),
        drive: Type.Object({ state: Text, at: nullable(Text), link: nullable(Text), ...Words }),
      }),
      posts: Type.Array(
        Type.Object({
          platform: Text,
          state: Text,
          ...Words,
          /** What only the account's owner can do before it goes out: 'reconnect' or 'setting'. */
          needs: nullable(Text),
          permalink: nullable(Text),
          at: nullable(Text),
          nextCheckAt: nullable(Text),
          goesOutAt: nullable(Text),
          canRetry: Type.Boolean(),
          canCheck: Type.Boolean(),
          status: PostStatusSchema,
        }),
      ),
      state: Text,
      status: VideoStatusSchema,
      why: nullable(Type.Object(Words)),
    }),
  ),
});

/**
 * GET /api/videos: the timeline of the caller's newest 60 videos; times are ISO 8601 in UTC.
 * POST /api/videos/{id}/post-now: makes and posts now what was missed before it was made → {state: 'requested'}; 404 for
 * what is not yours, 409 NOT_RETRYABLE for what was not missed, 403 PLAN_FEATURE, 429 PLAN_LIMIT_REACHED, 503 PLAN_UNKNOWN.
 */
export const timelineRoutes: FastifyPluginAsyncTypebox<TimelineDeps> = async (app, deps) => {
  app.get('/api/videos', { schema: { response: { 200: Timeline, ...errorResponses(401) } } }, async (request) =>
    readTimeline(deps, requireUser(request).userId),
  );

  app.post(
    '/api/videos/:id/post-now',
    {
      schema: {
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        response: { 200: Type.Object({ state: Text }), ...errorResponses(400, 401, 403, 404, 409, 429, 503) },
      },
    },
    async (request) => {
      await postMissedVideo(deps, requireUser(request).userId, request.params.id);
      return { state: 'requested' };
    },
  );
};
