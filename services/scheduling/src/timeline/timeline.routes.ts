import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, nullable, oneOf, oneOfOrNull, readerOf, requireUser } from '@reelwright/http-server';
import { platforms, postNeeds, postStates, stageStates, videoStates } from '@reelwright/product';
import Type from 'typebox';
import { postMissedVideo } from '../requests/post-missed-video.ts';
import { settingSchemas } from '../settings/entry-settings.ts';
import { readTimeline, type TimelineDeps } from './read-timeline.ts';
import { PostStatusSchema, VideoStatusSchema } from './status.schema.ts';

const Text = Type.String();

/** A cause: its code, what happened, and what to do. Empty texts without a cause. */
const Words = { code: Text, message: Text, fix: Text };
// The posts name the platforms.
const { platforms: _, ...settings } = settingSchemas;

const Timeline = Type.Object({
  serverTime: Text,
  posting: Type.Object(
    { paused: Type.Boolean(), since: nullable(Text) },
    { description: 'Whether the caller has paused all posts of the calendar, and when.' },
  ),
  hasOlder: Type.Boolean({ description: 'Whether there are older videos that are not listed.' }),
  videos: Type.Array(
    Type.Object({
      id: Text,
      ...settings,
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
          state: oneOf(stageStates),
          variation: nullable(Type.Integer(), 'Of the video that is shown, and that its owner approves.'),
          startedAt: nullable(Text),
          finishedAt: nullable(Text),
          percent: Type.Integer(),
          nextTryAt: nullable(Text, 'While it waits for its next try.'),
          place: nullable(Type.Integer(), '1 is the next to be started; null where it is in no queue.'),
          readyInSeconds: nullable(
            Type.Integer(),
            'Real seconds until it is made, from measured durations; null where that is not known.',
          ),
          ...Words,
        }),
        drive: Type.Object({ state: oneOf(stageStates), at: nullable(Text), link: nullable(Text), ...Words }),
      }),
      posts: Type.Array(
        Type.Object({
          platform: oneOf<string>(platforms),
          state: oneOf(postStates),
          ...Words,
          needs: oneOfOrNull<string>(postNeeds, "What only the account's owner can do before it goes out."),
          permalink: nullable(Text),
          at: nullable(Text),
          nextCheckAt: nullable(Text),
          goesOutAt: nullable(Text, "Until it has gone out: when it does, which may be another time than the video's."),
          status: PostStatusSchema,
        }),
      ),
      state: oneOf(videoStates),
      status: VideoStatusSchema,
      why: nullable(Type.Object(Words), 'Why it does not simply take its course, and what to do.'),
    }),
  ),
});

/**
 * GET /api/videos: the newest 60 videos of the caller, planned and paused ones only as far as the others leave room, and
 * older ones of three months that may need their owner. Times are ISO 8601 in UTC.
 * POST /api/videos/{id}/post-now: makes and posts a missed video now → {state: 'requested'}; 404 for another user's
 * video, 409 NOT_RETRYABLE if it was not missed, POSTING_PAUSED, 403 PLAN_FEATURE, 429 PLAN_LIMIT_REACHED, 503 PLAN_UNKNOWN.
 */
export const timelineRoutes: FastifyPluginAsyncTypebox<TimelineDeps> = async (app, deps) => {
  app.get('/api/videos', { schema: { response: { 200: Timeline, ...errorResponses(401) } } }, async (request) =>
    readTimeline(deps, requireUser(request).userId, readerOf(request)),
  );

  app.post(
    '/api/videos/:id/post-now',
    {
      schema: {
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        response: {
          200: Type.Object({ state: Type.Literal('requested') }),
          ...errorResponses(400, 401, 403, 404, 409, 429, 503),
        },
      },
    },
    async (request) => {
      await postMissedVideo(deps, requireUser(request).userId, request.params.id);
      return { state: 'requested' as const };
    },
  );
};
