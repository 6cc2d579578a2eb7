import type { EntryContent, VideoFailed, VideoGenerated } from '@reelwright/contracts';
import type { Transaction } from 'kysely';
import type { PublishingDatabase, VideoRow } from '../database.ts';
import { lockOrAddVideo, updateVideo } from './videos.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/** A state of an entry, from an event of scheduling or from its answer. `revision` grows with each change of the entry. */
interface EntrySnapshot {
  readonly videoId: string;
  readonly userId: string;
  readonly revision: number;
}

type PlannedEntry = EntrySnapshot & EntryContent;

/** A video after an event, and what that means for its posts. */
export interface VideoChange {
  readonly video: VideoRow;
  /** A later time or another render lets what ended without a post try again. */
  readonly reopen: boolean;
  /** The calendar gave the video another time. Otherwise a post keeps its own: its user or its platform may have moved it. */
  readonly moved: boolean;
}

/** A video is to be made, or made again, and goes out as the entry says. Undefined: nothing in it is new. */
export async function applyRequest(
  trx: Trx,
  entry: PlannedEntry & { readonly variation: number },
  now: Date,
): Promise<VideoChange | undefined> {
  const video = await lockOrAddVideo(trx, entry.videoId, entry.userId, now);
  if (!video || (entry.revision < video.revision && entry.variation <= video.variation)) return undefined;
  const changed = await updateVideo(trx, video.id, {
    revision: Math.max(video.revision, entry.revision),
    variation: Math.max(video.variation, entry.variation),
    // An older revision of the entry may ask for a newer render: then only the render counts.
    ...(entry.revision >= video.revision && columnsOf(entry)),
  });
  return { video: changed, reopen: true, moved: isMoved(video, changed) };
}

/** A video goes out at another time, with other texts or elsewhere. */
export async function applyMove(trx: Trx, entry: PlannedEntry, now: Date): Promise<VideoChange | undefined> {
  const video = await lockOrAddVideo(trx, entry.videoId, entry.userId, now);
  if (!video || entry.revision <= video.revision) return undefined;
  const changed = await updateVideo(trx, video.id, { revision: entry.revision, ...columnsOf(entry) });
  return { video: changed, reopen: true, moved: isMoved(video, changed) };
}

/** A video is no longer wanted. */
export async function applyRemoval(trx: Trx, entry: EntrySnapshot, now: Date): Promise<VideoChange | undefined> {
  const video = await lockOrAddVideo(trx, entry.videoId, entry.userId, now);
  if (!video || entry.revision < video.revision) return undefined;
  const changed = await updateVideo(trx, video.id, { revision: entry.revision, cancelled_at: now });
  return { video: changed, reopen: false, moved: false };
}

/** A render is finished. */
export async function applyRender(trx: Trx, event: VideoGenerated, now: Date): Promise<VideoChange | undefined> {
  const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
  if (!video || event.variation < (video.media_variation ?? 0)) return undefined;
  const changed = await updateVideo(trx, video.id, {
    media_key: event.mediaKey,
    media_variation: event.variation,
    variation: Math.max(video.variation, event.variation),
  });
  return { video: changed, reopen: false, moved: false };
}

/** A render could not be made. */
export async function applyRenderFailure(trx: Trx, event: VideoFailed, now: Date): Promise<VideoChange | undefined> {
  const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
  if (!video || event.variation <= Math.max(video.failed_variation ?? -1, video.media_variation ?? -1)) {
    return undefined;
  }
  const changed = await updateVideo(trx, video.id, { failed_variation: event.variation, failure_code: event.code });
  return { video: changed, reopen: false, moved: false };
}

/** Where each field is kept. */
const columns: { readonly [Field in keyof EntryContent]: (content: EntryContent) => Partial<VideoRow> } = {
  publishAt: ({ publishAt }) => ({ publish_at: publishAt ?? null }),
  timeZone: ({ timeZone }) => ({ time_zone: timeZone }),
  title: ({ title }) => ({ title }),
  caption: ({ caption }) => ({ caption }),
  platforms: ({ platforms }) => ({ platforms: [...platforms] }),
};

function columnsOf(content: EntryContent): Partial<VideoRow> {
  const kept = Object.values(columns).map((column) => column(content));
  return Object.assign({ cancelled_at: null }, ...kept);
}

function isMoved(before: VideoRow, after: VideoRow): boolean {
  return before.publish_at?.getTime() !== after.publish_at?.getTime();
}
