import type { Clock } from '@reelwright/clock';
import type {
  ListConnectionsResponse,
  Post,
  PublishingServiceServer,
  PublishVideoRequest,
} from '@reelwright/contracts';
import { PublishingServiceService } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import { movedSentence } from '../budgets/moved.ts';
import { sentence } from '../causes/causes.ts';
import { connectionProblem } from '../connections/connection.ts';
import { findConnection, listConnections } from '../connections/connections.repository.ts';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import type { AskTier } from '../entitlements/entitlements.ts';
import { requirePlan } from '../entitlements/plan-check.ts';
import { isPlatform, type Level, type Platform, platforms, titles } from '../platforms/platform.ts';
import { requireAccount, requireUserLock } from '../users/user-lock.ts';
import { forecastPosts } from './forecast.ts';
import { viewOf, whereItIs } from './post.events.ts';
import { addTargets, findUsersTarget } from './post-targets.repository.ts';

interface GrpcDeps {
  readonly db: Kysely<PublishingDatabase>;
  readonly clock: Clock;
  readonly askTier: AskTier;
  readonly levels: Readonly<Record<Platform, Level>>;
  readonly wake: () => void;
}

/** A calendar holds no more than this. */
const MAX_POSTS = 200;

/** What other services ask of publishing: who is connected, partners' posts, and what a platform's day can hold. */
export function publishingService(deps: GrpcDeps) {
  const { db, clock, levels } = deps;
  return implement<PublishingServiceServer>(PublishingServiceService, {
    async listConnections({ userId }): Promise<ListConnectionsResponse> {
      const rows = await listConnections(db, userId);
      if (rows.length === 0) await requireAccount(db, userId);
      const connections = platforms.map((platform) => {
        const row = rows.find((each) => each.platform === platform);
        const problem = connectionProblem(platform, row, levels[platform]);
        return {
          platform,
          state: row?.state ?? 'none',
          accountId: row?.account_id ?? '',
          accountName: row?.account_name ?? '',
          level: levels[platform],
          problem: sentence(problem ?? null, titles[platform]),
        };
      });
      return { connections };
    },

    async publishVideo(request) {
      const platform = requirePlatform(request.platform);
      if (!request.postId || !request.userId || (!request.mediaKey && !request.mediaUrl)) {
        throw new AppError('INVALID_ARGUMENT', 'POST_INCOMPLETE', 'A post needs an id, a user and a video.');
      }
      const known = await findUsersTarget(db, { videoId: request.postId, platform, userId: request.userId });
      const target = known ?? (await addPost(request, platform));
      deps.wake();
      return { post: postOf(target) };
    },

    async getPost({ postId, userId, platform }) {
      const target = await findUsersTarget(db, { videoId: postId, platform: requirePlatform(platform), userId });
      if (!target) {
        await requireAccount(db, userId);
        throw new AppError('NOT_FOUND', 'NO_SUCH_POST', 'There is no such post.');
      }
      return { post: postOf(target) };
    },

    async forecastPosts({ userId, timeZone, posts }) {
      const now = clock.now();
      const planned = posts.slice(0, MAX_POSTS).flatMap(({ videoId, publishAt, platforms: wanted }) => {
        return publishAt && publishAt > now ? [{ videoId, publishAt, platforms: wanted }] : [];
      });
      const found = await forecastPosts({ db, levels }, { userId, timeZone, posts: planned, now });
      return {
        moved: found.map(({ videoId, platform, moved, goesOutAt }) => ({
          videoId,
          platform,
          code: moved.code,
          message: movedSentence(platform, { ...moved, timeZone }, goesOutAt, now),
          goesOutAt,
        })),
      };
    },
  });

  async function addPost(request: PublishVideoRequest, platform: Platform): Promise<PostTargetRow> {
    const { postId, userId } = request;
    // What went with the account would be refused as missing: a plan, a connection.
    await requireAccount(db, userId);
    const connection = await findConnection(db, userId, platform);
    await requirePlan(deps, userId);
    const problem = connectionProblem(platform, connection, levels[platform]);
    if (problem) {
      throw new AppError('FAILED_PRECONDITION', problem, sentence(problem, titles[platform]));
    }
    if (platform === 'instagram' && !request.mediaUrl) {
      throw new AppError('INVALID_ARGUMENT', 'MEDIA_URL_NEEDED', sentence('MEDIA_URL_NEEDED', 'Instagram'));
    }
    const now = clock.now();
    return db.transaction().execute(async (trx) => {
      await requireUserLock(trx, userId);
      await trx
        .insertInto('videos')
        .values({
          id: postId,
          user_id: userId,
          source: 'partner',
          publish_at: now,
          title: request.title,
          caption: request.description,
          platforms: [platform],
          media_key: request.mediaKey || null,
          media_url: request.mediaUrl || null,
          media_variation: 0,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      const video = await trx
        .selectFrom('videos')
        .selectAll()
        .where('id', '=', postId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (video.user_id !== userId || video.source !== 'partner') {
        throw new AppError('ALREADY_EXISTS', 'POST_ID_TAKEN', 'This post id belongs to something else.');
      }
      const going = [...new Set([...video.platforms, platform])];
      const row = await trx
        .updateTable('videos')
        .set({ platforms: going, media_url: video.media_url ?? (request.mediaUrl || null) })
        .where('id', '=', postId)
        .returningAll()
        .executeTakeFirstOrThrow();
      await addTargets(trx, { ...row, publish_at: now }, [platform], now);
      return trx
        .selectFrom('post_targets')
        .selectAll()
        .where('video_id', '=', postId)
        .where('platform', '=', platform)
        .executeTakeFirstOrThrow();
    });
  }
}

function requirePlatform(name: string): Platform {
  if (!isPlatform(name)) throw new AppError('INVALID_ARGUMENT', 'UNKNOWN_PLATFORM', 'There is no such platform.');
  return name;
}

function postOf(target: PostTargetRow): Post {
  const view = viewOf(target);
  return {
    postId: target.video_id,
    platform: target.platform,
    state: view.state,
    code: view.code,
    message: [view.message, view.fix].filter(Boolean).join(' '),
    ...whereItIs(target),
    permalink: target.permalink ?? '',
    postedAt: target.posted_at ?? undefined,
    revision: target.revision,
    goesOutAt: view.goesOutAt ?? undefined,
  };
}
