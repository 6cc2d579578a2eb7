import type { Announcement, GetEntryResponse } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { LeaseLost } from '@reelwright/leases';
import type { Transaction } from 'kysely';
import type { PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import { alignPosts } from '../posts/align-posts.ts';
import { followReadRules } from '../posts/follow-rules.ts';
import type { Today } from '../posts/place-post.ts';
import { saveUnansweredSince } from '../posts/post.repository.ts';
import { applyRemoval, applyRequest } from '../videos/apply-event.ts';
import { lockVideo } from '../videos/videos.repository.ts';
import { addEarlierCommit, announcementOf } from './announcement.ts';
import type { Engine } from './engine.ts';
import type { Facts } from './situation.ts';

/**
 * - current: our copy of the entry is current, or scheduling has not answered for too long. The commit was announced,
 *   if possible.
 * - changed: a newer entry was applied, and the next step is chosen again.
 * - unanswered: the post waits for scheduling's answer.
 * - committed_before: scheduling knows of a commit that this database has forgotten; it was added, to be reconciled.
 */
type EntryCheck = 'current' | 'changed' | 'unanswered' | 'committed_before';

/**
 * Reads the entry from scheduling right before the commit, because its newest event may still be on its way, and
 * announces the commit. The answer also holds an earlier commit, if this database was restored and has forgotten it.
 */
export async function rereadEntry(engine: Engine, facts: Facts): Promise<EntryCheck> {
  const { db, calendar } = engine;
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
  return (await applyAnswer(engine, facts, entry)) ? 'changed' : 'current';
}

/**
 * Reads the entry of a due post that its owner holds: the event of an approval, or of the end of a pause, may still be on
 * its way. Nothing is announced. Without an answer, the post stays held.
 */
export async function rereadHeldEntry(engine: Engine, facts: Facts): Promise<void> {
  const { id: videoId, user_id: userId, revision: knownRevision } = facts.video;
  try {
    const entry = await engine.calendar.readEntry({ videoId, userId, knownRevision, announcement: undefined });
    await applyAnswer(engine, facts, entry);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Applies what is newer in an answer: the rules of all posts, and the entry. @returns whether anything is */
async function applyAnswer(
  engine: Engine,
  { video, rules }: Facts,
  entry: GetEntryResponse | undefined,
): Promise<boolean> {
  const { db, clock, limits } = engine;
  const hasNewRules = await followReadRules(engine, video.user_id, rules, entry?.rules);
  if (!isNewer(entry, video)) return hasNewRules;
  await db.transaction().execute((trx) => applyEntry(trx, video, entry, { now: clock.now(), limits }));
  return true;
}

/** A partner's post has no entry: scheduling is only asked for an earlier commit, and the post does not wait for it. */
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

/**
 * Withdraws a post whose account was deleted in auth, as if its entry had been erased. The rest of the account is
 * erased with the event of its deletion.
 */
export async function withdrawDeleted(engine: Engine, { post, video }: Facts): Promise<EntryCheck> {
  const { db, clock, limits, logger } = engine;
  const { platform, video_id: videoId } = post;
  logger.info({ platform, videoId }, 'a due post is withdrawn: its account was deleted, and the event is on its way');
  await db.transaction().execute((trx) => applyEntry(trx, video, undefined, { now: clock.now(), limits }));
  return 'changed';
}

/** A post must not be lost because scheduling is down: after a while our copy of the entry is used. */
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

/** An answer older than our video means that scheduling was restored and is behind: our copy of the entry is used. */
function isNewer(entry: GetEntryResponse | undefined, video: VideoRow): boolean {
  if (!entry || entry.variation > video.variation) return true;
  return entry.revision > video.revision || (entry.revision === video.revision && !isActive(entry));
}

/** Applies an answer in the same way as an event. */
async function applyEntry(
  trx: Transaction<PublishingDatabase>,
  video: VideoRow,
  entry: GetEntryResponse | undefined,
  today: Today,
): Promise<void> {
  const { id: videoId, user_id: userId } = video;
  const { now } = today;
  // The video was erased with its account during the call.
  if (!(await lockVideo(trx, videoId, userId))) return;
  const change = isActive(entry)
    ? await applyRequest(trx, { ...entry, ...(entry.state === 'planned' && textsNow(video)) }, now)
    : await applyRemoval(trx, { videoId, userId, revision: entry?.revision ?? video.revision }, now);
  if (change) await alignPosts(trx, change, today);
}

/** A planned entry gets its new texts together with its new video. */
const textsNow = ({ caption, captions }: VideoRow) => ({
  caption,
  captions: Object.entries(captions).map(([platform, text]) => ({ platform, text })),
});

type ActiveEntry = GetEntryResponse & { readonly state: 'requested' | 'planned' };

/** Whether the entry is posted: paused, missed and erased ones are not. */
function isActive(entry: GetEntryResponse | undefined): entry is ActiveEntry {
  return entry?.state === 'requested' || entry?.state === 'planned';
}
