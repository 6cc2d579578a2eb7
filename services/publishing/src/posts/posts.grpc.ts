import { postCause } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import type { ListConnectionsResponse, Post, PublishingServiceServer } from '@reelwright/contracts';
import { PublishingServiceService } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import { mostEntries } from '@reelwright/product';
import type { Kysely } from 'kysely';
import { movedCause } from '../budgets/moved.ts';
import type { DailyLimits } from '../budgets/platform-budgets.ts';
import { needsOf } from '../causes/causes.ts';
import { connectionProblem } from '../connections/connection-problem.ts';
import { listConnections } from '../connections/connections.repository.ts';
import type { PostRow, PublishingDatabase } from '../database.ts';
import type { AskTier } from '../entitlements/entitlements.ts';
import type { Login } from '../platforms/login.ts';
import { isPlatform, type Level, type Platform, platforms } from '../platforms/platform.ts';
import { requireAccount } from '../users/user-lock.ts';
import { addPartnerPost } from './add-partner-post.ts';
import { forecastPosts } from './forecast.ts';
import { viewOf, whereItIs } from './post.events.ts';
import { findPost } from './post.repository.ts';
import { causeDataOf } from './post-cause.ts';

interface GrpcDeps {
  readonly db: Kysely<PublishingDatabase>;
  readonly clock: Clock;
  readonly askTier: AskTier;
  readonly levels: Readonly<Record<Platform, Level>>;
  readonly limits: DailyLimits;
  readonly logins: Readonly<Record<Platform, Login>>;
  readonly wake: () => void;
}

/** Publishing's rpcs: connections, partners' posts, and the forecast of platforms' days. */
export function publishingService(deps: GrpcDeps) {
  const { db, clock, levels, limits, logins } = deps;
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
          code: problem ?? '',
        };
      });
      return { connections };
    },

    async publishVideo(request) {
      const platform = requirePlatform(request.platform);
      if (!request.postId || !request.userId || (!request.mediaKey && !request.mediaUrl)) {
        throw new AppError('INVALID_ARGUMENT', 'POST_INCOMPLETE', 'A post needs an id, a user and a video.');
      }
      const known = await findPost(db, { videoId: request.postId, platform, userId: request.userId });
      const post = known ?? (await addPartnerPost(deps, request, platform));
      deps.wake();
      return { post: postOf(post) };
    },

    async getPost({ postId, userId, platform }) {
      const post = await findPost(db, { videoId: postId, platform: requirePlatform(platform), userId });
      if (!post) {
        await requireAccount(db, userId);
        throw new AppError('NOT_FOUND', 'NO_SUCH_POST', 'There is no such post.');
      }
      return { post: postOf(post) };
    },

    async forecastPosts({ userId, timeZone, posts }) {
      const now = clock.now();
      const planned = posts.slice(0, mostEntries).flatMap(({ videoId, publishAt, platforms: wanted }) => {
        return publishAt && publishAt > now ? [{ videoId, publishAt, platforms: wanted }] : [];
      });
      const given = { userId, timeZone, posts: planned, now, real: clock.real() };
      const { moved: late, refused } = await forecastPosts({ db, levels, limits, logins }, given);
      return {
        refused: refused.map(({ videoId, platform, code }) => ({
          videoId,
          platform,
          code,
          causeData: causeDataOf(postCause(code, platform)),
          needs: needsOf(code) ?? '',
        })),
        moved: late.map(({ videoId, platform, moved, goesOutAt }) => ({
          videoId,
          platform,
          code: moved.code,
          causeData: causeDataOf(movedCause(platform, moved, goesOutAt)),
          goesOutAt,
        })),
      };
    },
  });
}

function requirePlatform(name: string): Platform {
  if (!isPlatform(name)) throw new AppError('INVALID_ARGUMENT', 'UNKNOWN_PLATFORM', 'There is no such platform.');
  return name;
}

function postOf(post: PostRow): Post {
  const view = viewOf(post);
  return {
    postId: post.video_id,
    platform: post.platform,
    state: view.state,
    code: view.code,
    causeData: causeDataOf(view.cause),
    ...whereItIs(post),
    permalink: post.permalink ?? '',
    postedAt: post.posted_at ?? undefined,
    revision: post.revision,
    goesOutAt: view.goesOutAt ?? undefined,
  };
}
