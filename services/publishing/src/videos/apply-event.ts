import type { Transaction } from 'kysely';
import type { PublishingDatabase, VideoRow } from '../database.ts';
import { alignTargets, lockOrAddVideo } from './videos.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/** What scheduling says of an entry, in an event or in an answer. `revision` grows with each change of the entry. */
interface Word {
  readonly videoId: string;
  readonly userId: string;
  readonly revision: number;
}

interface Placement extends Word {
  readonly publishAt: Date | undefined;
  /** The zone its hour is meant in. */
  readonly timeZone: string;
  readonly caption: string;
  readonly platforms: readonly string[];
}

/** A video is to be made, or made again, and goes out as the entry says. */
export async function takeRequest(trx: Trx, word: Placement & { readonly variation: number }, now: Date) {
  const video = await lockOrAddVideo(trx, word.videoId, word.userId, now);
  if (!video || (word.revision < video.revision && word.variation <= video.variation)) return;
  const changed = await updateVideo(trx, video.id, {
    revision: Math.max(video.revision, word.revision),
    variation: Math.max(video.variation, word.variation),
    // A new render may be asked for by a word older than the newest about the entry: then only the render counts.
    ...(word.revision >= video.revision && placementOf(word)),
  });
  await alignTargets(trx, changed, now, { reopen: true, moved: isMoved(video, changed) });
}

/** A video goes out at another time, with other words or elsewhere. */
export async function takeMove(trx: Trx, word: Placement, now: Date): Promise<void> {
  const video = await lockOrAddVideo(trx, word.videoId, word.userId, now);
  if (!video || word.revision <= video.revision) return;
  const changed = await updateVideo(trx, video.id, { revision: word.revision, ...placementOf(word) });
  await alignTargets(trx, changed, now, { reopen: true, moved: isMoved(video, changed) });
}

/** A video is no longer wanted. */
export async function takeRemoval(trx: Trx, word: Word, now: Date): Promise<void> {
  const video = await lockOrAddVideo(trx, word.videoId, word.userId, now);
  if (!video || word.revision < video.revision) return;
  const changed = await updateVideo(trx, video.id, { revision: word.revision, cancelled_at: now });
  await alignTargets(trx, changed, now, { reopen: false, moved: false });
}

export function updateVideo(trx: Trx, videoId: string, change: Partial<VideoRow>): Promise<VideoRow> {
  return trx.updateTable('videos').set(change).where('id', '=', videoId).returningAll().executeTakeFirstOrThrow();
}

function placementOf({ publishAt, timeZone, caption, platforms }: Placement) {
  const words = { caption, platforms: [...platforms] };
  return { publish_at: publishAt ?? null, time_zone: timeZone, ...words, cancelled_at: null };
}

function isMoved(before: VideoRow, after: VideoRow): boolean {
  return before.publish_at?.getTime() !== after.publish_at?.getTime();
}
