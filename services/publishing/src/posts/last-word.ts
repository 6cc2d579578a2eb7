import type { GetEntryResponse } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import type { PostTargetRow, PublishingDatabase, VideoRow } from '../database.ts';
import { takeRemoval, takeRequest } from '../videos/entry-news.ts';
import { lockVideo } from '../videos/videos.repository.ts';
import type { Engine } from './engine.ts';
import type { Facts } from './situation.ts';

/**
 * Hears scheduling's last word about an entry right before its commit: the newest event may still be on its way. What is
 * newer than our picture is taken as its event would be, and the commit decides again. A partner's post has no entry.
 *
 * @returns false when there was no answer and the post is to wait for one; after `askForMs` it waits no longer
 */
export async function hearLastWord(engine: Engine, { target, video }: Facts): Promise<boolean> {
  const { db, clock } = engine;
  if (video.source === 'partner') return true;
  let word: GetEntryResponse | undefined;
  try {
    word = await engine.askEntry(video.id, video.user_id);
  } catch (error) {
    if (error instanceof AppError) return waitedEnough(engine, target, error);
    throw error;
  }
  if (target.unanswered_since) await setUnanswered(engine, target, null);
  if (isNews(word, video)) await db.transaction().execute((trx) => takeWord(trx, video, word, clock.now()));
  return true;
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

function isNews(word: GetEntryResponse | undefined, video: VideoRow): boolean {
  return !goesOut(word) || word.revision > video.revision || word.variation > video.variation;
}

async function takeWord(
  trx: Transaction<PublishingDatabase>,
  video: VideoRow,
  word: GetEntryResponse | undefined,
  now: Date,
): Promise<void> {
  // Erased with its account while the question was under way.
  if (!(await lockVideo(trx, video.id, video.user_id))) return;
  if (!goesOut(word)) {
    const revision = word?.revision ?? video.revision;
    await takeRemoval(trx, { videoId: video.id, userId: video.user_id, revision }, now);
    return;
  }
  // Planned anew, its words come with its new video.
  const caption = word.state === 'planned' ? video.caption : word.caption;
  await takeRequest(trx, { ...word, caption }, now);
}

/** Paused and missed entries are not asked for, and one that is not there was erased with its account. */
function goesOut(word: GetEntryResponse | undefined): word is Going {
  return word?.state === 'requested' || word?.state === 'planned';
}
