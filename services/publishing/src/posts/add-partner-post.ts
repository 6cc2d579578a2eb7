import { CauseError, postCause } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import type { PublishVideoRequest } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { fetchesVideo } from '@reelwright/product';
import type { Kysely } from 'kysely';
import type { DailyLimits } from '../budgets/platform-budgets.ts';
import { connectionProblem } from '../connections/connection-problem.ts';
import { findConnection } from '../connections/connections.repository.ts';
import type { PostRow, PublishingDatabase } from '../database.ts';
import type { AskTier } from '../entitlements/entitlements.ts';
import { requirePlan } from '../entitlements/plan-check.ts';
import type { Level, Platform } from '../platforms/platform.ts';
import { requireAccount, requireUserLock } from '../users/user-lock.ts';
import { addPartnerVideo } from '../videos/videos.repository.ts';
import { addPosts } from './align-posts.ts';
import { fileLasts } from './partner-file.ts';
import { getPostOf } from './post.repository.ts';

interface Deps {
  readonly db: Kysely<PublishingDatabase>;
  readonly clock: Clock;
  readonly askTier: AskTier;
  readonly levels: Readonly<Record<Platform, Level>>;
  readonly limits: DailyLimits;
}

/**
 * Adds a partner's post, which goes out at once, or on a day on which its platform has room for it. Its file must still be
 * there then.
 * @throws AppError NOT_FOUND ACCOUNT_DELETED; PERMISSION_DENIED PLAN_FEATURE; FAILED_PRECONDITION with the connection's
 *   problem, or NO_ROOM_FOR_FILE; INVALID_ARGUMENT MEDIA_URL_NEEDED; ALREADY_EXISTS POST_ID_TAKEN
 */
export async function addPartnerPost(deps: Deps, request: PublishVideoRequest, platform: Platform): Promise<PostRow> {
  const { db, clock, levels, limits } = deps;
  const { postId: videoId, userId } = request;
  // Checked first: a deleted account has no plan and no connection, and would be refused for those.
  await requireAccount(db, userId);
  const connection = await findConnection(db, userId, platform);
  await requirePlan(deps, userId);
  const problem = connectionProblem(platform, connection, levels[platform]);
  if (problem) throw new CauseError('FAILED_PRECONDITION', postCause(problem, platform));
  if (fetchesVideo(platform) && !request.mediaUrl) {
    throw new CauseError('INVALID_ARGUMENT', postCause('MEDIA_URL_NEEDED', platform));
  }
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await requireUserLock(trx, userId);
    const video = await addPartnerVideo(
      trx,
      {
        id: videoId,
        userId,
        platform,
        title: request.title,
        caption: request.description,
        mediaKey: request.mediaKey || null,
        mediaUrl: request.mediaUrl || null,
      },
      now,
    );
    if (!video) throw new AppError('ALREADY_EXISTS', 'POST_ID_TAKEN', 'This post id belongs to something else.');
    await addPosts(trx, video, { platforms: [platform], dueAt: now, now, limits });
    const post = await getPostOf(trx, { videoId, platform, userId });
    if (!fileLasts(video, post.due_at)) {
      throw new CauseError('FAILED_PRECONDITION', postCause('NO_ROOM_FOR_FILE', platform));
    }
    return post;
  });
}
