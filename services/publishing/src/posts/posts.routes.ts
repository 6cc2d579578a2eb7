import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Reader } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import { errorResponses, oneOf, readerOf, requireUser } from '@reelwright/http-server';
import { postStates } from '@reelwright/product';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { PostRow, PublishingDatabase } from '../database.ts';
import type { AskTier } from '../entitlements/entitlements.ts';
import { requirePlan } from '../entitlements/plan-check.ts';
import { type Platform, platforms } from '../platforms/platform.ts';
import { viewOf } from './post.events.ts';
import { inWords } from './post-cause.ts';
import { checkPost, retryPost } from './request-post.ts';

const Params = Type.Object({ id: Type.String({ maxLength: 100 }), platform: Type.Enum([...platforms]) });
const View = Type.Object({
  state: oneOf<string>(postStates),
  code: Type.String(),
  message: Type.String(),
  fix: Type.String(),
  nextCheckAt: Type.Union([Type.String(), Type.Null()]),
  goesOutAt: Type.Union([Type.String(), Type.Null()]),
});
const schema = { params: Params, response: { 200: View, ...errorResponses(400, 401, 403, 404, 409, 503) } };

interface PostsDeps {
  readonly db: Kysely<PublishingDatabase>;
  readonly clock: Clock;
  readonly askTier: AskTier;
  readonly wake: () => void;
}

/**
 * POST /api/videos/{id}/posts/{platform}/retry: posts now after a failed, missed or unconnected post. One that was
 * refused as a duplicate is not sent again: the platform is asked whether it is out.
 * POST /api/videos/{id}/posts/{platform}/check: asks the platform now about a post whose end is not known. Both →
 * {state, code, message, fix, nextCheckAt, goesOutAt}; 404 for another user's post, 409 NOT_RETRYABLE in any other
 * state. Retry: 403 PLAN_FEATURE, 400 NOT_CONNECTED. Check: 400 NO_LONGER_CONNECTED.
 */
export const postsRoutes: FastifyPluginAsyncTypebox<PostsDeps> = async (app, deps) => {
  app.post('/api/videos/:id/posts/:platform/retry', { schema }, async (request) => {
    const { userId } = requireUser(request);
    await requirePlan(deps, userId);
    return answer(await retryPost(deps, keyOf(request.params, userId)), readerOf(request));
  });

  app.post('/api/videos/:id/posts/:platform/check', { schema }, async (request) => {
    const { userId } = requireUser(request);
    return answer(await checkPost(deps, keyOf(request.params, userId)), readerOf(request));
  });

  function answer(post: PostRow, reader: Reader) {
    deps.wake();
    const { state, code, nextCheckAt, goesOutAt } = viewOf(post);
    return {
      state,
      code,
      ...inWords(post, reader),
      nextCheckAt: nextCheckAt?.toISOString() ?? null,
      goesOutAt: goesOutAt?.toISOString() ?? null,
    };
  }
};

const keyOf = ({ id, platform }: { id: string; platform: string }, userId: string) => ({
  videoId: id,
  platform: platform as Platform,
  userId,
});
