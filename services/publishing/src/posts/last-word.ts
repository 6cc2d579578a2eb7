import type { Announcement, GetEntryResponse } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { LeaseLost } from '@reelwright/leases';
import type { Transaction } from 'kysely';
import type { PostTargetRow, PublishingDatabase, VideoRow } from '../database.ts';
import { applyRemoval, applyRequest } from '../videos/apply-event.ts';
import { lockVideo } from '../videos/videos.repository.ts';
import { alignTargets } from './align-targets.ts';
import { announcementOf, enterForgotten } from './announcement.ts';
import type { Engine } from './engine.ts';
import type { Facts } from './situation.ts';

/**
 * - last: nothing is newer than our picture, or nobody can say: it goes out. Its commit was announced, where that could be.
 * - news: our picture has changed, and the commit is decided on again.
 * - awaited: there was no answer, and the post is to wait for one.
 * - forgotten: a commit that this database knows nothing of was announced; it is in the ledger now, to be asked about.
 */
type LastWord = 'last' | 'news' | 'awaited' | 'forgotten';

/**
 * Hears scheduling's last word about an entry right before its commit: the newest event may still be on its way. What is
 * newer than our picture is taken as its event would be. With the question the commit is announced, and the answer says
 * whether one was announced before that this database has forgotten: then it was restored since, and nothing is sent.
 */
export async function hearLastWord(engine: Engine, facts: Facts): Promise<LastWord> {
  const { db, clock, calendar } = engine;
  const { target, video } = facts;
  const announcement = await announcementOf(engine, facts);
  if (video.source === 'partner') return announceAlone(engine, facts, announcement);
  let word: GetEntryResponse | undefined;
  try {
    word = await calendar.askEntry({
      videoId: video.id,
      userId: video.user_id,
      knownRevision: video.revision,
      announcement,
    });
  } catch (error) {
    if (error instanceof AppError) return (await waitedEnough(engine, target, error)) ? 'last' : 'awaited';
    throw error;
  }
  if (target.unanswered_since) await setUnanswered(engine, target, null);
  if (word?.earlier) {
    await enterForgotten(engine, target, word.earlier);
    return 'forgotten';
  }
  if (!isNews(word, video)) return 'last';
  await db.transaction().execute((trx) => takeWord(trx, video, word, clock.now()));
  return 'news';
}

/** No entry stands for a partner's post. It does not wait for scheduling, which is asked for its memory alone. */
async function announceAlone(engine: Engine, { target, video }: Facts, announcement: Announcement): Promise<LastWord> {
  try {
    const earlier = await engine.calendar.announce({ videoId: video.id, userId: video.user_id, announcement });
    if (!earlier) return 'last';
    await enterForgotten(engine, target, earlier);
    return 'forgotten';
  } catch (error) {
    if (error instanceof LeaseLost || !(error instanceof AppError)) throw error;
    engine.logger.warn(
      { err: error, platform: target.platform, videoId: video.id },
      'a post goes out without an announcement',
    );
    return 'last';
  }
}

type Going = GetEntryResponse & { readonly state: 'requested' | 'planned' };

/** A post must not be lost because a part is down: after a while our own picture of the entry holds. */
async function waitedEnough(engine: Engine, target: PostTargetRow, error: AppError): Promise<boolean> {
  const real = engine.clock.real();
  const since = target.unanswered_since ?? real;
  if (!target.unanswered_since) await setUnanswered(engine, target, since);
  const enough = real.getTime() - since.getTime() >= engine.timings.askForMs;
  engine.logger.warn(
    { err: error, platform: target.platform, videoId: target.video_id },
    enough ? 'a post goes out as it was last heard of' : 'scheduling did not answer about a due post',
  );
  return enough;
}

async function setUnanswered({ db }: Engine, target: PostTargetRow, since: Date | null): Promise<void> {
  await db
    .updateTable('post_targets')
    .set({ unanswered_since: since })
    .where('id', '=', target.id)
    .where('lease_token', '=', target.lease_token)
    .execute();
}

/** A word older than ours says that scheduling is behind: what we have heard of the entry holds. */
function isNews(word: GetEntryResponse | undefined, video: VideoRow): boolean {
  if (!word || word.variation > video.variation) return true;
  return word.revision > video.revision || (word.revision === video.revision && !goesOut(word));
}

async function takeWord(
  trx: Transaction<PublishingDatabase>,
  video: VideoRow,
  word: GetEntryResponse | undefined,
  now: Date,
): Promise<void> {
  // Erased with its account while the question was under way.
  if (!(await lockVideo(trx, video.id, video.user_id))) return;
  // A planned entry takes its new caption with its new video.
  const change = goesOut(word)
    ? await applyRequest(trx, { ...word, caption: word.state === 'planned' ? video.caption : word.caption }, now)
    : await applyRemoval(
        trx,
        { videoId: video.id, userId: video.user_id, revision: word?.revision ?? video.revision },
        now,
      );
  if (change) await alignTargets(trx, change, now);
}

/** Paused and missed entries are not asked for, and one that is not there was erased with its account. */
function goesOut(word: GetEntryResponse | undefined): word is Going {
  return word?.state === 'requested' || word?.state === 'planned';
}
