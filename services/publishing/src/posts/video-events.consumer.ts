import type { Clock } from '@reelwright/clock';
import { events, type VideoFailed, type VideoGenerated } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { takeMove, takeRemoval, takeRequest, updateVideo } from '../videos/apply-event.ts';
import { alignTargets, lockOrAddVideo } from '../videos/videos.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/** Keeps our picture of the videos: the newest revision of the entry and the newest variation of the render win. */
export function videoSubscriptions({
  clock,
  wake,
}: {
  clock: Clock;
  wake: () => void;
}): Subscription<PublishingDatabase>[] {
  const handling =
    <Payload>(take: (trx: Trx, payload: Payload, now: Date) => Promise<void>) =>
    async (trx: Trx, event: { payload: Payload }): Promise<void> => {
      await take(trx, event.payload, clock.now());
      wake();
    };

  return [
    on(events.VideoRequested, handling(takeRequest)),
    on(events.VideoRescheduled, handling(takeMove)),
    on(events.VideoCancelled, handling(takeRemoval)),
    on(events.VideoGenerated, handling(takeRender)),
    on(events.VideoFailed, handling(takeFailure)),
  ];
}

async function takeRender(trx: Trx, event: VideoGenerated, now: Date): Promise<void> {
  const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
  if (!video || event.variation < (video.media_variation ?? 0)) return;
  const changed = await updateVideo(trx, video.id, {
    media_key: event.mediaKey,
    media_variation: event.variation,
    variation: Math.max(video.variation, event.variation),
  });
  await alignTargets(trx, changed, now, { reopen: false, moved: false });
}

async function takeFailure(trx: Trx, event: VideoFailed, now: Date): Promise<void> {
  const video = await lockOrAddVideo(trx, event.videoId, event.userId, now);
  if (!video || event.variation <= Math.max(video.failed_variation ?? -1, video.media_variation ?? -1)) return;
  const changed = await updateVideo(trx, video.id, { failed_variation: event.variation, failure_code: event.code });
  await alignTargets(trx, changed, now, { reopen: false, moved: false });
}
