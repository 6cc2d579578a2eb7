import type { Clock } from '@reelwright/clock';
import {
  events,
  type VideoCancelled,
  type VideoFailed,
  type VideoGenerated,
  type VideoRequested,
  type VideoRescheduled,
} from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { PublishingDatabase, VideoRow } from '../database.ts';
import { alignTargets, lockOrAddVideo } from './videos.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/** Keeps our picture of the videos: the newest revision of the entry and the newest variation of the render win. */
export function videoSubscriptions({
  clock,
  wake,
}: {
  clock: Clock;
  wake: () => void;
}): Subscription<PublishingDatabase>[] {
  async function update(trx: Trx, videoId: string, change: Partial<VideoRow>): Promise<VideoRow> {
    return trx.updateTable('videos').set(change).where('id', '=', videoId).returningAll().executeTakeFirstOrThrow();
  }

  async function requested(trx: Trx, event: VideoRequested): Promise<void> {
    const now = clock.now();
    const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
    if (!video || (event.revision < video.revision && event.variation <= video.variation)) return;
    const changed = await update(trx, video.id, {
      revision: Math.max(video.revision, event.revision),
      variation: Math.max(video.variation, event.variation),
      // A new render may be asked for by a word older than the newest about the entry: then only the render counts.
      ...(event.revision >= video.revision && {
        publish_at: event.publishAt ?? null,
        caption: event.caption,
        platforms: event.platforms,
        cancelled_at: null,
      }),
    });
    await alignTargets(trx, changed, now, { reopen: true, moved: isMoved(video, changed) });
  }

  async function rescheduled(trx: Trx, event: VideoRescheduled): Promise<void> {
    const now = clock.now();
    const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
    if (!video || event.revision <= video.revision) return;
    const changed = await update(trx, video.id, {
      revision: event.revision,
      publish_at: event.publishAt ?? null,
      caption: event.caption,
      platforms: event.platforms,
      cancelled_at: null,
    });
    await alignTargets(trx, changed, now, { reopen: true, moved: isMoved(video, changed) });
  }

  async function cancelled(trx: Trx, event: VideoCancelled): Promise<void> {
    const now = clock.now();
    const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
    if (!video || event.revision < video.revision) return;
    const changed = await update(trx, video.id, { revision: event.revision, cancelled_at: now });
    await alignTargets(trx, changed, now, { reopen: false, moved: false });
  }

  async function generated(trx: Trx, event: VideoGenerated): Promise<void> {
    const now = clock.now();
    const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
    if (!video || event.variation < (video.media_variation ?? 0)) return;
    const changed = await update(trx, video.id, {
      media_key: event.mediaKey,
      media_variation: event.variation,
      variation: Math.max(video.variation, event.variation),
    });
    await alignTargets(trx, changed, now, { reopen: false, moved: false });
  }

  async function failed(trx: Trx, event: VideoFailed): Promise<void> {
    const now = clock.now();
    const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
    if (!video || event.variation <= Math.max(video.failed_variation ?? -1, video.media_variation ?? -1)) return;
    const changed = await update(trx, video.id, { failed_variation: event.variation, failure_code: event.code });
    await alignTargets(trx, changed, now, { reopen: false, moved: false });
  }

  const handling =
    <Payload>(handle: (trx: Trx, payload: Payload) => Promise<void>) =>
    async (trx: Trx, event: { payload: Payload }): Promise<void> => {
      await handle(trx, event.payload);
      wake();
    };

  return [
    on(events.VideoRequested, handling(requested)),
    on(events.VideoRescheduled, handling(rescheduled)),
    on(events.VideoCancelled, handling(cancelled)),
    on(events.VideoGenerated, handling(generated)),
    on(events.VideoFailed, handling(failed)),
  ];
}

function isMoved(before: VideoRow, after: VideoRow): boolean {
  return before.publish_at?.getTime() !== after.publish_at?.getTime();
}
