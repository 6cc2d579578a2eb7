import type { EntryContent, VideoFailed, VideoGenerated } from '@reelwright/contracts';
import type { Transaction } from 'kysely';
import type { PublishingDatabase, VideoRow } from '../database.ts';
import { lockOrAddVideo, updateVideo } from './videos.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/** The state of an entry, from an event or an answer of scheduling. `revision` grows with each change of the entry. */
interface EntrySnapshot {
  readonly videoId: string;
  readonly userId: string;
  readonly revision: number;
}

type PlannedEntry = EntrySnapshot & EntryContent;

/** A video after an event, and what the event means for its posts. */
export interface VideoChange {
  readonly video: VideoRow;
  /** Posts that ended without success may try again, because of a later time or another render. */
  readonly reopen: boolean;
  /**
   * The video's time in the calendar changed. Otherwise a post keeps its own time, because its user or platform may
   * have moved it.
   */
  readonly moved: boolean;
}

/** Applies a request for a video or another render. Undefined if it contains nothing new. */
export async function applyRequest(
  trx: Trx,
  entry: PlannedEntry & { readonly variation: number; readonly videoType?: string },
  now: Date,
): Promise<VideoChange | undefined> {
  const video = await lockOrAddVideo(trx, entry.videoId, entry.userId, now);
  if (!video || (entry.revision < video.revision && entry.variation <= video.variation)) return undefined;
  const changed = await updateVideo(trx, video.id, {
    revision: Math.max(video.revision, entry.revision),
    variation: Math.max(video.variation, entry.variation),
    // An older revision of the entry may ask for a newer render: then only the render counts.
    ...(entry.revision >= video.revision && columnsOf(entry)),
    ...(entry.videoType && { video_type: entry.videoType }),
  });
  return { video: changed, reopen: true, moved: isMoved(video, changed) };
}

/** Applies another time, other texts or another choice of platforms. */
export async function applyMove(trx: Trx, entry: PlannedEntry, now: Date): Promise<VideoChange | undefined> {
  const video = await lockOrAddVideo(trx, entry.videoId, entry.userId, now);
  if (!video || entry.revision <= video.revision) return undefined;
  const changed = await updateVideo(trx, video.id, { revision: entry.revision, ...columnsOf(entry) });
  return { video: changed, reopen: true, moved: isMoved(video, changed) };
}

/** Applies the cancellation of an entry. */
export async function applyRemoval(trx: Trx, entry: EntrySnapshot, now: Date): Promise<VideoChange | undefined> {
  const video = await lockOrAddVideo(trx, entry.videoId, entry.userId, now);
  if (!video || entry.revision < video.revision) return undefined;
  const changed = await updateVideo(trx, video.id, { revision: entry.revision, cancelled_at: now });
  return { video: changed, reopen: false, moved: false };
}

/** Applies a finished render. */
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

/** Applies a failed render. */
export async function applyRenderFailure(trx: Trx, event: VideoFailed, now: Date): Promise<VideoChange | undefined> {
  const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
  if (!video || event.variation <= Math.max(video.failed_variation ?? -1, video.media_variation ?? -1)) {
    return undefined;
  }
  const changed = await updateVideo(trx, video.id, { failed_variation: event.variation, failure_code: event.code });
  return { video: changed, reopen: false, moved: false };
}

/** The columns of each field. */
const columns: { readonly [Field in keyof EntryContent]: (content: EntryContent) => Partial<VideoRow> } = {
  publishAt: ({ publishAt }) => ({ publish_at: publishAt ?? null }),
  timeZone: ({ timeZone }) => ({ time_zone: timeZone }),
  title: ({ title }) => ({ title }),
  caption: ({ caption }) => ({ caption }),
  captions: ({ captions }) => ({
    captions: Object.fromEntries(captions.map(({ platform, text }) => [platform, text])),
  }),
  platforms: ({ platforms }) => ({ platforms: [...platforms] }),
  review: ({ review }) => ({
    skipped: review?.skipped ?? false,
    approved_variation: review?.approvedVariation ?? null,
  }),
};

function columnsOf(content: EntryContent): Partial<VideoRow> {
  const kept = Object.values(columns).map((column) => column(content));
  return Object.assign({ cancelled_at: null }, ...kept);
}

function isMoved(before: VideoRow, after: VideoRow): boolean {
  return before.publish_at?.getTime() !== after.publish_at?.getTime();
}
