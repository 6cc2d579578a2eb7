import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Reader } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import { errorResponses, oneOf, readerOf, requireUser } from '@reelwright/http-server';
import { postActionFacts, postActions, postStates } from '@reelwright/product';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { DailyLimits } from '../budgets/platform-budgets.ts';
import type { PostRow, PublishingDatabase } from '../database.ts';
import type { AskTier } from '../entitlements/entitlements.ts';
import { requirePlan } from '../entitlements/plan-check.ts';
import { type Platform, platforms } from '../platforms/platform.ts';
import type { Calendar } from '../videos/calendar.ts';
import { viewOf } from './post.events.ts';
import { describeCause } from './post-cause.ts';
import { requestPost } from './request-post.ts';

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
  readonly limits: DailyLimits;
  readonly askTier: AskTier;
  readonly calendar: Calendar;
  readonly wake: () => void;
}

/**
 * POST /api/videos/{id}/posts/{platform}/{action}: an action of the post's owner → {state, code, message, fix,
 * nextCheckAt, goesOutAt}; 404 for another user's post, 409 NOT_RETRYABLE in a state that does not allow it, POSTING_PAUSED, 403
 * PLAN_FEATURE without the plan it needs, 400 NOT_CONNECTED, NO_LONGER_CONNECTED.
 */
export const postsRoutes: FastifyPluginAsyncTypebox<PostsDeps> = async (app, deps) => {
  for (const action of postActions) {
    app.post(`/api/videos/:id/posts/:platform/${action}`, { schema }, async (request) => {
      const { userId } = requireUser(request);
      if (postActionFacts[action].needsPlan) await requirePlan(deps, userId);
      return answer(await requestPost(deps, keyOf(request.params, userId), action), readerOf(request));
    });
  }

  function answer(post: PostRow, reader: Reader) {
    deps.wake();
    const { state, code, nextCheckAt, goesOutAt } = viewOf(post);
    return {
      state,
      code,
      ...describeCause(post, reader),
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
