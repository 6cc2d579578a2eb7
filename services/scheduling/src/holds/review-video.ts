import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { Kysely, Transaction } from 'kysely';
import { isLocked, slotLocked } from '../calendar/slot-rules.ts';
import type { SchedulingDatabase } from '../database.ts';
import { saveEntry } from '../entries/entry.repository.ts';
import { type Entry, type EntryEvent, transition } from '../entries/entry.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { reviewOf } from '../entries/video-request.ts';
import { lockAccount } from '../plans/account.repository.ts';
import { rowOfEntry } from '../recalls/saved-rows.ts';
import { readReports } from '../timeline/timeline.repository.ts';
import { readUpcomingEntries, resumeFitting } from '../usage/fit-entries.ts';

type Trx = Transaction<SchedulingDatabase>;
type Review = Extract<EntryEvent, { type: 'skipped' | 'unskipped' | 'approved' }>;

/**
 * Skips a video, undoes that, or approves the variation that its owner has seen. A video that was not requested yet is
 * not made while it is skipped, and its quota is free; a requested one still goes to Drive and counts.
 *
 * @throws AppError NO_SUCH_VIDEO; SLOT_LOCKED and NOT_POSTED for a skip; NOTHING_TO_APPROVE, VIDEO_CHANGED
 */
export async function reviewVideo(
  { db, clock }: { readonly db: Kysely<SchedulingDatabase>; readonly clock: Clock },
  video: { readonly userId: string; readonly videoId: string },
  review: Review,
): Promise<void> {
  await db.transaction().execute((trx) => reviewUnderLock(trx, video, review, clock.now()));
}

async function reviewUnderLock(
  trx: Trx,
  { userId, videoId }: { readonly userId: string; readonly videoId: string },
  review: Review,
  now: Date,
): Promise<void> {
  const account = await lockAccount(trx, userId, now);
  const entry = await lockEntry(trx, videoId, userId);
  if (!entry || entry.state === 'cancelled') throw noSuchVideo();
  if (review.type === 'approved') await requireSeen(trx, entry, review.variation);
  else requireAhead(entry, now);

  const change = transition(entry, review, now);
  if (change.entry === entry) return;
  await saveEntry(trx, change, now);
  if (review.type !== 'approved') {
    await resumeFitting(trx, account, await readUpcomingEntries(trx, account, now), now);
  }
  const row = await rowOfEntry(trx, videoId);
  const payload = { videoId, userId, review: reviewOf(change.entry), reviewedAt: now, rows: row };
  await enqueueEvent(trx, events.VideoReviewed, payload, now);
}

/** @throws AppError SLOT_LOCKED, NOT_POSTED */
function requireAhead({ publishAt, date, time }: Entry, now: Date): void {
  if (publishAt === null || date === null || time === null) {
    throw new AppError(
      'FAILED_PRECONDITION',
      'NOT_POSTED',
      'This video goes to your Drive only: there is no post to skip.',
    );
  }
  if (isLocked(publishAt, now)) throw slotLocked({ date, time });
}

/** @throws AppError NOTHING_TO_APPROVE, VIDEO_CHANGED */
async function requireSeen(trx: Trx, entry: Entry, variation: number): Promise<void> {
  const render = (await readReports(trx, [entry])).renders.get(entry.id);
  if (entry.state !== 'requested' || entry.publishAt === null || render?.state !== 'done') {
    throw new AppError('ABORTED', 'NOTHING_TO_APPROVE', 'There is no finished video to approve yet.');
  }
  if (render.variation === variation) return;
  throw new AppError(
    'ABORTED',
    'VIDEO_CHANGED',
    'This video was made again. Look at the new one before you approve it.',
  );
}

const noSuchVideo = () => new AppError('NOT_FOUND', 'NO_SUCH_VIDEO', 'There is no such video.');
