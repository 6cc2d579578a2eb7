import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, oneOf, requireAdmin, requireUser } from '@reelwright/http-server';
import { type Platform, platforms } from '@reelwright/product';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { PublishingDatabase } from '../database.ts';
import { addToTotals, readOnTime, readOnTimeOf } from './post-end.repository.ts';

const Count = Type.Integer({ minimum: 0 });
const Own = Type.Object({ posts: Count, onTime: Count });
const All = Type.Object({
  months: Type.Array(
    Type.Object({ month: Type.String(), platform: oneOf<Platform>(platforms), posts: Count, onTime: Count }),
  ),
});
/** The present month and those before it that operators see. */
const MONTHS = 12;

interface Deps {
  readonly db: Kysely<PublishingDatabase>;
  readonly clock: Clock;
}

/**
 * A post is on time if it went out at most 5 minutes after the time of its entry. Posts that their owner removed, or that
 * had no connection, don't count.
 *
 * GET /api/on-time: the caller's posts planned for the present month, in the zone of their entries → {posts, onTime}.
 * GET /api/admin/on-time: all posts by UTC month of the planned time, the newest first, and platform → {months: [{month:
 * 'YYYY-MM', platform, posts, onTime}]}; for an unlocked admin only.
 */
export const onTimeRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, clock }) => {
  app.get('/api/on-time', { schema: { response: { 200: Own, ...errorResponses(401) } } }, (request) =>
    readOnTimeOf(db, requireUser(request).userId, clock.now()),
  );

  app.get(
    '/api/admin/on-time',
    { schema: { response: { 200: All, ...errorResponses(401, 403) } } },
    async (request) => {
      requireAdmin(request);
      await addToTotals(db);
      return { months: await readOnTime(db, firstMonth(clock.now())) };
    },
  );
};

const firstMonth = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1)).toISOString().slice(0, 7);
