import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { errorResponses, oneOf, requireUser } from '@reelwright/http-server';
import { postStates, retryableStates } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import Type from 'typebox';
import { sentence } from '../causes/causes.ts';
import { findConnection } from '../connections/connections.repository.ts';
import type { PostTargetRow, PublishingDatabase, VideoRow } from '../database.ts';
import type { AskTier } from '../entitlements/entitlements.ts';
import { requirePlan } from '../entitlements/plan-check.ts';
import { type Platform, platforms, titles } from '../platforms/platform.ts';
import { lockVideo } from '../videos/videos.repository.ts';
import { askAgain } from './ask-again.ts';
import { placeTarget } from './place-target.ts';
import { viewOf } from './post.events.ts';
import { findUsersTarget, writeChange } from './post-targets.repository.ts';
import { reopened } from './settle.ts';

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
 * POST /api/videos/{id}/posts/{platform}/retry: posts now what ended without a post (failed, missed, no connection). What
 * was refused as posted before is not sent again: the platform is asked whether it is out after all.
 * POST /api/videos/{id}/posts/{platform}/check: asks the platform now about a post whose end is not known.
 * Both → {state, code, message, fix, nextCheckAt, goesOutAt}; 404 for what is not yours, 409 NOT_RETRYABLE in any other
 * state, 403 PLAN_FEATURE for a retry without a plan that posts, 400 NOT_CONNECTED for a retry without an
 * account, 400 NO_LONGER_CONNECTED for a check nobody can answer.
 */
export const postsRoutes: FastifyPluginAsyncTypebox<PostsDeps> = async (app, deps) => {
  app.post('/api/videos/:id/posts/:platform/retry', { schema }, async (request) => {
    const { userId } = requireUser(request);
    await requirePlan(deps, userId);
    return change(userId, request.params, async (trx, target, video) => {
      if (!retryableStates.includes(target.state) || video.cancelled_at) throw notRetryable();
      const connection = await findConnection(trx, userId, target.platform);
      if (!connection || connection.state === 'disconnected') throw refusal('NOT_CONNECTED', target.platform);
      const now = deps.clock.now();
      if (target.code === 'DUPLICATE') {
        const asked = await askAgain(trx, target, now);
        if (!asked) throw notRetryable();
        return asked;
      }
      return placeTarget(trx, await writeChange(trx, target, reopened(now), { now }), { now, dueAt: now });
    });
  });

  app.post('/api/videos/:id/posts/:platform/check', { schema }, async (request) => {
    const { userId } = requireUser(request);
    return change(userId, request.params, async (trx, target) => {
      if (target.state !== 'unconfirmed' && target.state !== 'processing') throw notRetryable();
      const connection = await findConnection(trx, userId, target.platform);
      if (!connection || connection.state === 'disconnected') throw refusal('NO_LONGER_CONNECTED', target.platform);
      const row = await trx
        .updateTable('post_targets')
        .set({ next_action_at: deps.clock.now() })
        .where('id', '=', target.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return row;
    });
  });

  async function change(
    userId: string,
    params: { id: string; platform: string },
    apply: (trx: Transaction<PublishingDatabase>, target: PostTargetRow, video: VideoRow) => Promise<PostTargetRow>,
  ) {
    const row = await deps.db.transaction().execute(async (trx) => {
      const video = await lockVideo(trx, params.id, userId);
      const found =
        video && (await findUsersTarget(trx, { videoId: video.id, platform: params.platform as Platform, userId }));
      if (!video || !found) throw new AppError('NOT_FOUND', 'NO_SUCH_POST', 'There is no such post.');
      const target = await trx
        .selectFrom('post_targets')
        .selectAll()
        .where('id', '=', found.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      return apply(trx, target, video);
    });
    deps.wake();
    const view = viewOf(row);
    const { nextCheckAt, goesOutAt, needs: _, ...said } = view;
    return { ...said, nextCheckAt: nextCheckAt?.toISOString() ?? null, goesOutAt: goesOutAt?.toISOString() ?? null };
  }
};

function refusal(code: 'NOT_CONNECTED' | 'NO_LONGER_CONNECTED', platform: Platform): AppError {
  return new AppError('FAILED_PRECONDITION', code, sentence(code, titles[platform]));
}

function notRetryable(): AppError {
  return new AppError('ABORTED', 'NOT_RETRYABLE', 'This post can not be tried again as it stands.');
}
