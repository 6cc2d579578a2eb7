import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Reader, readCause, wordsFor } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import { bytesResponse, errorResponses, nullable, oneOf, readerOf, requireUser } from '@reelwright/http-server';
import {
  type AnalyticsLevel,
  analyticsLevels,
  isPlatform,
  isStyle,
  platforms,
  reconnectMeasureCauses,
  styles,
} from '@reelwright/product';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { AnalyticsDatabase } from '../database.ts';
import { csvOf } from './csv.ts';
import { readPage } from './list-page.ts';
import { summarise } from './summary.ts';
import { listPlatformsWith, listSeenPosts, type SeenPost } from './views.repository.ts';
import { type LevelDeps, readLevel, requireLevel } from './views-plan.ts';

const PAGE_SIZE = 50;

const Count = Type.Integer({ minimum: 0 });
const sums = {
  posts: Count,
  measuredPosts: Type.Integer({ minimum: 0, description: 'Those whose views are known.' }),
  views: Count,
  likes: Count,
  watchSeconds: Type.Integer({ minimum: 0, description: 'Of the platforms that report a watch time.' }),
  viewsPerPost: nullable(Type.Number(), 'Null while no views are known.'),
};
const Summary = Type.Object({
  timeZone: Type.String(),
  measuredAt: nullable(Type.String(), 'When a platform last reported a number.'),
  totals: Type.Object(sums),
  platforms: Type.Array(Type.Object({ platform: oneOf(platforms), ...sums })),
  styles: Type.Array(Type.Object({ style: oneOf(styles), ...sums })),
  hours: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...sums }), {
    description: 'All hours of the day at which posts went out, in `timeZone`.',
  }),
  bestHours: Type.Array(Type.Integer(), { description: 'By views per post, the best first; at most three.' }),
});
const Post = Type.Object({
  videoId: Type.String(),
  platform: oneOf(platforms),
  title: Type.String(),
  style: nullable(oneOf(styles)),
  postedAt: Type.String(),
  permalink: nullable(Type.String()),
  views: nullable(Count, 'Null until the platform has reported them.'),
  likes: nullable(Count, 'Null also in a plan that shows views only.'),
  watchSeconds: nullable(Count, 'Null also where the platform reports none.'),
  measuredAt: nullable(Type.String(), 'When the platform reported these numbers.'),
  code: nullable(Type.String(), 'Why numbers are missing or not newer, with its message and its fix; or three nulls.'),
  message: nullable(Type.String()),
  fix: nullable(Type.String()),
});
const Posts = Type.Object({
  level: oneOf(analyticsLevels.filter((level) => level !== 'none')),
  posts: Type.Array(Post),
  reconnect: Type.Array(Type.Object({ platform: oneOf(platforms), message: Type.String(), fix: Type.String() }), {
    description: 'The platforms to connect again, because numbers of a post, on whichever page, wait for it.',
  }),
  next: nullable(Type.String(), 'The cursor of the next page; null: this is the last one.'),
});
const errors = errorResponses(400, 401, 403);

/**
 * How often the caller's posts were seen. GET /api/analytics?timeZone= (sums, by platform, style and hour; Elite),
 * GET /api/analytics/posts?cursor=&limit= (each post, the newest first; views from Starter on, the rest with Elite),
 * GET /api/analytics.csv (all posts as a file; Elite).
 */
export const viewsRoutes: FastifyPluginAsyncTypebox<LevelDeps> = async (app, deps) => {
  const { db, clock } = deps;
  app.get(
    '/api/analytics',
    {
      schema: {
        querystring: Type.Object({ timeZone: Type.Optional(Type.String({ maxLength: 64 })) }),
        response: { 200: Summary, ...errors },
      },
    },
    async (request) => {
      const { userId } = requireUser(request);
      const { timeZone = 'UTC' } = request.query;
      requireLevel(await readLevel(deps, userId), 'all');
      if (!isTimeZone(timeZone))
        throw new AppError('INVALID_ARGUMENT', 'UNKNOWN_TIME_ZONE', 'There is no such time zone.');
      const { measuredAt, bestHours, ...summary } = summarise(await listSeenPosts(db, userId), timeZone);
      return {
        timeZone,
        measuredAt: measuredAt?.toISOString() ?? null,
        totals: summary.totals,
        platforms: [...summary.platforms],
        styles: [...summary.styles],
        hours: [...summary.hours],
        bestHours: [...bestHours],
      };
    },
  );

  app.get(
    '/api/analytics/posts',
    {
      schema: {
        querystring: Type.Object({
          cursor: Type.Optional(Type.String({ maxLength: 400 })),
          limit: Type.Optional(
            Type.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100; 50 without it.' }),
          ),
        }),
        response: { 200: Posts, ...errors },
      },
    },
    async (request) => {
      const { userId } = requireUser(request);
      const level = await readLevel(deps, userId);
      requireLevel(level, 'views');
      const { cursor, limit = PAGE_SIZE } = request.query;
      const reader = readerOf(request);
      const [{ posts, next }, reconnect] = await Promise.all([
        readPage(db, userId, { cursor, limit: Number(limit) }),
        platformsToReconnect(db, userId, { level, reader }),
      ]);
      return {
        level: level === 'all' ? ('all' as const) : ('views' as const),
        posts: posts.flatMap((post) => shownPost(post, level, reader)),
        reconnect,
        next,
      };
    },
  );

  app.get(
    '/api/analytics.csv',
    { schema: { response: { 200: bytesResponse('text/csv'), ...errors } } },
    async (request, reply) => {
      const { userId } = requireUser(request);
      requireLevel(await readLevel(deps, userId), 'all');
      const name = `reelwright-views-${clock.now().toISOString().slice(0, 10)}.csv`;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(csvOf(await listSeenPosts(db, userId)));
    },
  );
};

/** A post as its owner may see it. A platform that this version does not know is left out. */
function shownPost(post: SeenPost, level: AnalyticsLevel, reader: Reader) {
  const { platform, style, code } = post;
  if (!isPlatform(platform)) return [];
  const words = code === null ? { message: null, fix: null } : wordsFor(readCause(code, { platform }), reader);
  const showsAll = level === 'all';
  return [
    {
      videoId: post.videoId,
      platform,
      title: post.title,
      style: style !== null && isStyle(style) ? style : null,
      postedAt: post.postedAt.toISOString(),
      permalink: post.permalink,
      views: post.views,
      likes: showsAll ? post.likes : null,
      watchSeconds: showsAll ? post.watchSeconds : null,
      measuredAt: post.measuredAt?.toISOString() ?? null,
      code,
      message: words.message,
      fix: words.fix,
    },
  ];
}

/**
 * The platforms that report more once they are connected again. In a plan that shows views only, a missing watch time
 * does not count.
 */
async function platformsToReconnect(
  db: Kysely<AnalyticsDatabase>,
  userId: string,
  { level, reader }: { readonly level: AnalyticsLevel; readonly reader: Reader },
) {
  const codes = level === 'all' ? reconnectMeasureCauses : ['VIEWS_NEED_RECONNECT'];
  const found = await listPlatformsWith(db, userId, codes);
  return found.flatMap(({ platform, code }) =>
    isPlatform(platform) ? [{ platform, ...wordsFor(readCause(code, { platform }), reader) }] : [],
  );
}

/** A bare offset is no zone: it does not follow summer time. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+\-/]*$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
