import type { Announcement, GetEntryResponse } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { LeaseLost } from '@reelwright/leases';
import type { Transaction } from 'kysely';
import type { PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import { alignPosts } from '../posts/align-posts.ts';
import { saveUnansweredSince } from '../posts/post.repository.ts';
import { applyRemoval, applyRequest } from '../videos/apply-event.ts';
import { lockVideo } from '../videos/videos.repository.ts';
import { addEarlierCommit, announcementOf } from './announcement.ts';
import type { Engine } from './engine.ts';
import type { Facts } from './situation.ts';

/**
 * - current: the entry is as we know it, or scheduling gave no answer for too long. The commit was announced, where possible.
 * - changed: what is new was applied, and the commit is decided on again.
 * - unanswered: the post waits for an answer.
 * - committed_before: a commit that this database has forgotten was announced; it was added, to be asked about.
 */
type EntryCheck = 'current' | 'changed' | 'unanswered' | 'committed_before';

/**
 * Reads the entry from scheduling right before its commit, as its newest event may still be on its way, and announces the
 * commit. The answer tells whether one was announced before that this database has forgotten since it was restored.
 */
export async function rereadEntry(engine: Engine, facts: Facts): Promise<EntryCheck> {
  const { db, clock, calendar } = engine;
  const { post, video } = facts;
  const announcement = await announcementOf(engine, facts);
  if (video.source === 'partner') return announceAlone(engine, facts, announcement);
  let entry: GetEntryResponse | undefined;
  try {
    entry = await calendar.readEntry({
      videoId: video.id,
      userId: video.user_id,
      knownRevision: video.revision,
      announcement,
    });
  } catch (error) {
    if (error instanceof AppError) return (await hasTimedOut(engine, post, error)) ? 'current' : 'unanswered';
    throw error;
  }
  if (post.unanswered_since) await saveUnansweredSince(db, post, null);
  if (entry?.earlier) {
    await addEarlierCommit(engine, post, entry.earlier);
    return 'committed_before';
  }
  if (!isNewer(entry, video)) return 'current';
  await db.transaction().execute((trx) => applyEntry(trx, video, entry, clock.now()));
  return 'changed';
}

/** A partner's post has no entry. It does not wait for scheduling, which is only asked for an earlier commit. */
async function announceAlone(engine: Engine, { post, video }: Facts, announcement: Announcement): Promise<EntryCheck> {
  try {
    const earlier = await engine.calendar.announce({ videoId: video.id, userId: video.user_id, announcement });
    if (!earlier) return 'current';
    await addEarlierCommit(engine, post, earlier);
    return 'committed_before';
  } catch (error) {
    if (error instanceof LeaseLost || !(error instanceof AppError)) throw error;
    engine.logger.warn(
      { err: error, platform: post.platform, videoId: video.id },
      'a post goes out without an announcement',
    );
    return 'current';
  }
}

/** A post must not be lost because scheduling is down: after a while the entry counts as we know it. */
async function hasTimedOut(engine: Engine, post: PostRow, error: AppError): Promise<boolean> {
  const real = engine.clock.real();
  const since = post.unanswered_since ?? real;
  if (!post.unanswered_since) await saveUnansweredSince(engine.db, post, since);
  const isOver = real.getTime() - since.getTime() >= engine.timings.rereadTimeoutMs;
  engine.logger.warn(
    { err: error, platform: post.platform, videoId: post.video_id },
    isOver ? 'a post goes out as its entry was last known' : 'scheduling did not answer about a due post',
  );
  return isOver;
}

/** An answer older than our video means that scheduling is behind: what we know of the entry counts. */
function isNewer(entry: GetEntryResponse | undefined, video: VideoRow): boolean {
  if (!entry || entry.variation > video.variation) return true;
  return entry.revision > video.revision || (entry.revision === video.revision && !goesOut(entry));
}

/** Applies an answer as its event would be. */
async function applyEntry(
  trx: Transaction<PublishingDatabase>,
  video: VideoRow,
  entry: GetEntryResponse | undefined,
  now: Date,
): Promise<void> {
  const { id: videoId, user_id: userId } = video;
  // Erased with its account while the question was under way.
  if (!(await lockVideo(trx, videoId, userId))) return;
  // A planned entry takes its new caption with its new video.
  const change = goesOut(entry)
    ? await applyRequest(trx, { ...entry, caption: entry.state === 'planned' ? video.caption : entry.caption }, now)
    : await applyRemoval(trx, { videoId, userId, revision: entry?.revision ?? video.revision }, now);
  if (change) await alignPosts(trx, change, now);
}

type Going = GetEntryResponse & { readonly state: 'requested' | 'planned' };

/** Paused and missed entries do not, nor does one that was erased with its account. */
function goesOut(entry: GetEntryResponse | undefined): entry is Going {
  return entry?.state === 'requested' || entry?.state === 'planned';
}
