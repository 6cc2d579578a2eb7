import { CauseError, postCause } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { canCheck, canRetry } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import { findConnection } from '../connections/connections.repository.ts';
import type { PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import { lockVideo } from '../videos/videos.repository.ts';
import { reopenLastCommit } from './attempt.repository.ts';
import { changePost } from './change-post.ts';
import { placePost } from './place-post.ts';
import { lockPost, type PostKey } from './post.repository.ts';

type Trx = Transaction<PublishingDatabase>;

interface Deps {
  readonly db: Kysely<PublishingDatabase>;
  readonly clock: Clock;
}

/**
 * Posts now after a post that ended without success. One that was refused as a duplicate is not sent again: the
 * platform is asked about the last commit, which may be the post that is out.
 * @throws AppError NOT_FOUND NO_SUCH_POST; ABORTED NOT_RETRYABLE; FAILED_PRECONDITION NOT_CONNECTED
 */
export function retryPost({ db, clock }: Deps, key: PostKey): Promise<PostRow> {
  return withLockedPost(db, key, async (trx, post, video) => {
    if (!canRetry(post.state) || video.cancelled_at) throw notRetryable();
    await requireConnection(trx, key, 'NOT_CONNECTED');
    const now = clock.now();
    if (post.code === 'DUPLICATE') {
      const handle = await reopenLastCommit(trx, post.id);
      if (!handle) throw notRetryable();
      return changePost(trx, post, { type: 'recheck_requested', handle }, now);
    }
    const reopened = await changePost(trx, post, { type: 'reopened' }, now);
    return placePost(trx, reopened, { now, dueAt: now });
  });
}

/**
 * Asks the platform now about a post whose end is not known.
 * @throws AppError NOT_FOUND NO_SUCH_POST; ABORTED NOT_RETRYABLE; FAILED_PRECONDITION NO_LONGER_CONNECTED
 */
export function checkPost({ db, clock }: Deps, key: PostKey): Promise<PostRow> {
  return withLockedPost(db, key, async (trx, post) => {
    if (!canCheck(post.state)) throw notRetryable();
    await requireConnection(trx, key, 'NO_LONGER_CONNECTED');
    return changePost(trx, post, { type: 'woken' }, clock.now());
  });
}

function withLockedPost(
  db: Kysely<PublishingDatabase>,
  key: PostKey,
  apply: (trx: Trx, post: PostRow, video: VideoRow) => Promise<PostRow>,
): Promise<PostRow> {
  return db.transaction().execute(async (trx) => {
    const video = await lockVideo(trx, key.videoId, key.userId);
    const post = video && (await lockPost(trx, key));
    if (!video || !post) throw new AppError('NOT_FOUND', 'NO_SUCH_POST', 'There is no such post.');
    return apply(trx, post, video);
  });
}

async function requireConnection(
  trx: Trx,
  { userId, platform }: PostKey,
  code: 'NOT_CONNECTED' | 'NO_LONGER_CONNECTED',
): Promise<void> {
  const connection = await findConnection(trx, userId, platform);
  if (connection && connection.state !== 'disconnected') return;
  throw new CauseError('FAILED_PRECONDITION', postCause(code, platform));
}

function notRetryable(): AppError {
  return new AppError('ABORTED', 'NOT_RETRYABLE', 'This post can not be tried again as it stands.');
}
