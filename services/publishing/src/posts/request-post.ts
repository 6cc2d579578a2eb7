import { CauseError, postCause } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { allowsAction, type PostAction } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import type { DailyLimits } from '../budgets/platform-budgets.ts';
import { findConnection } from '../connections/connections.repository.ts';
import type { PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import type { Calendar } from '../videos/calendar.ts';
import { findPostingRules } from '../videos/posting-rules.repository.ts';
import { renditionOf } from '../videos/rendition.ts';
import { lockVideo } from '../videos/videos.repository.ts';
import { reopenLastCommit } from './attempt.repository.ts';
import { changePost } from './change-post.ts';
import { followReadRules } from './follow-rules.ts';
import { placePost, type Today } from './place-post.ts';
import { lockPost, type PostKey } from './post.repository.ts';

type Trx = Transaction<PublishingDatabase>;

interface Deps {
  readonly db: Kysely<PublishingDatabase>;
  readonly clock: Clock;
  readonly limits: DailyLimits;
  readonly calendar: Calendar;
}

const POSTING_PAUSED = 'POSTING_PAUSED';

/** A locked post whose state allows the action. */
interface Requested extends Today {
  readonly post: PostRow;
  readonly video: VideoRow;
}

const actions: Readonly<Record<PostAction, (trx: Trx, requested: Requested) => Promise<PostRow>>> = {
  retry: retryPost,
  check: checkPost,
};

/**
 * Does what a post's owner requests.
 * @throws AppError NOT_FOUND NO_SUCH_POST; ABORTED NOT_RETRYABLE, POSTING_PAUSED; FAILED_PRECONDITION NOT_CONNECTED,
 * NO_LONGER_CONNECTED
 */
export async function requestPost(deps: Deps, key: PostKey, action: PostAction): Promise<PostRow> {
  try {
    return await tryRequest(deps, key, action);
  } catch (error) {
    const isPaused = error instanceof AppError && error.code === POSTING_PAUSED;
    if (!isPaused || !(await readNewerRules(deps, key))) throw error;
    return tryRequest(deps, key, action);
  }
}

function tryRequest({ db, clock, limits }: Deps, key: PostKey, action: PostAction): Promise<PostRow> {
  return db.transaction().execute(async (trx) => {
    const video = await lockVideo(trx, key.videoId, key.userId);
    const post = video && (await lockPost(trx, key));
    if (!video || !post) throw new AppError('NOT_FOUND', 'NO_SUCH_POST', 'There is no such post.');
    if (!allowsAction(post.state, action)) throw notRetryable();
    return actions[action](trx, { post, video, now: clock.now(), limits });
  });
}

/**
 * Posts now after a post that ended without success. One that was refused as a duplicate is not sent again: the
 * platform is asked about the last commit, which may be the post that is out.
 */
async function retryPost(trx: Trx, { post, video, now, limits }: Requested): Promise<PostRow> {
  if (video.cancelled_at) throw notRetryable();
  await requireUnpaused(trx, video);
  await requireConnection(trx, post, 'NOT_CONNECTED');
  if (post.code === 'DUPLICATE') {
    const handle = await reopenLastCommit(trx, post.id);
    if (!handle) throw notRetryable();
    return changePost(trx, post, { type: 'recheck_requested', handle }, now, video);
  }
  const requested = renditionOf(video).variation;
  const reopened = await changePost(trx, post, { type: 'reopened', requested }, now, video);
  return placePost(trx, reopened, { now, limits, video, dueAt: now });
}

/** Asks the platform now about a post whose end is not known. */
async function checkPost(trx: Trx, { post, video, now }: Requested): Promise<PostRow> {
  await requireConnection(trx, post, 'NO_LONGER_CONNECTED');
  return changePost(trx, post, { type: 'woken' }, now, video);
}

/** @throws AppError POSTING_PAUSED */
async function requireUnpaused(trx: Trx, { user_id: userId, source }: VideoRow): Promise<void> {
  const isPaused = source === 'entry' && (await findPostingRules(trx, userId))?.paused;
  if (isPaused) throw new AppError('ABORTED', POSTING_PAUSED, 'Posting is paused. Resume posts first.');
}

/**
 * Scheduling ends a pause and announces it. Until that event has arrived, only scheduling knows that a post may be sent
 * again. @returns whether its rules were newer; false also without an answer
 */
async function readNewerRules(deps: Deps, { userId, videoId }: PostKey): Promise<boolean> {
  const known = await findPostingRules(deps.db, userId);
  try {
    const entry = await deps.calendar.readEntry({ videoId, userId, knownRevision: 0, announcement: undefined });
    return await followReadRules(deps, userId, known, entry?.rules);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function requireConnection(
  trx: Trx,
  { user_id: userId, platform }: PostRow,
  code: 'NOT_CONNECTED' | 'NO_LONGER_CONNECTED',
): Promise<void> {
  const connection = await findConnection(trx, userId, platform);
  if (connection && connection.state !== 'disconnected') return;
  throw new CauseError('FAILED_PRECONDITION', postCause(code, platform));
}

function notRetryable(): AppError {
  return new AppError('ABORTED', 'NOT_RETRYABLE', 'This post can not be tried again as it stands.');
}
