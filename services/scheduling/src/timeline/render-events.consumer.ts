import type { Clock } from '@reelwright/clock';
import { events, type VideoFailed, type VideoGenerated, type VideoProgressed } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { commitVideo, releaseVideo } from '../usage/count-video.ts';
import { lockVideo } from '../usage/lock-video.ts';
import { findPosts, findRender, saveRender } from './timeline.repository.ts';
import { isMissed } from './video-state.ts';

/** How a render gets on: the timeline follows it, and its end settles whether the video counts. */
export function renderEvents(clock: Clock): Subscription<SchedulingDatabase>[] {
  return [
    on(events.VideoProgressed, async (trx, { payload }) => recordProgress(trx, payload)),
    on(events.VideoGenerated, async (trx, { payload }) => recordVideo(trx, payload, clock.now())),
    on(events.VideoFailed, async (trx, { payload }) => recordFailure(trx, payload, clock.now())),
  ];
}

async function recordProgress(trx: Transaction<SchedulingDatabase>, event: VideoProgressed): Promise<void> {
  const { videoId, userId, variation, stage, percent, at, code, nextTryAt } = event;
  const video = await lockVideo(trx, videoId, userId);
  const before = await findRender(trx, videoId, variation);
  if (!video || before?.state === 'done' || before?.state === 'failed') return;
  const running = stage !== 'waiting' && (stage !== 'queued' || before?.state === 'running');
  // A start after a wait replaces the one before it.
  const startsNow = running && before?.state !== 'running';
  await saveRender(trx, {
    video_id: videoId,
    variation,
    user_id: userId,
    state: running ? 'running' : 'waiting',
    percent: Math.max(before?.percent ?? 0, Math.min(100, Math.max(0, percent))),
    started_at: startsNow ? (at ?? before?.started_at ?? null) : (before?.started_at ?? null),
    finished_at: null,
    next_try_at: running ? null : (nextTryAt ?? null),
    code,
  });
}

async function recordVideo(trx: Transaction<SchedulingDatabase>, event: VideoGenerated, now: Date): Promise<void> {
  const { videoId, userId, variation, generatedAt } = event;
  const video = await lockVideo(trx, videoId, userId);
  if (!video) return;
  const before = await findRender(trx, videoId, variation);
  await saveRender(trx, {
    video_id: videoId,
    variation,
    user_id: userId,
    state: 'done',
    percent: 100,
    started_at: before?.started_at ?? null,
    finished_at: generatedAt ?? now,
    next_try_at: null,
    code: '',
  });
  if (variation !== video.variation) return;
  // A video that was given back because its posts were missed counts again only when one of them goes out after all.
  if (video.quota_state === 'released' && isMissed(await findPosts(trx, videoId))) return;
  await commitVideo(trx, video, now);
}

async function recordFailure(trx: Transaction<SchedulingDatabase>, event: VideoFailed, now: Date): Promise<void> {
  const { videoId, userId, variation, code, failedAt } = event;
  const video = await lockVideo(trx, videoId, userId);
  if (!video) return;
  const before = await findRender(trx, videoId, variation);
  if (before?.state === 'done') return;
  await saveRender(trx, {
    video_id: videoId,
    variation,
    user_id: userId,
    state: 'failed',
    percent: before?.percent ?? 0,
    started_at: before?.started_at ?? null,
    finished_at: failedAt ?? now,
    next_try_at: null,
    code,
  });
  // Who removes a video that was already asked for does not get it back, however its render ends.
  const isCurrent = variation === video.variation && video.state === 'requested';
  if (isCurrent && video.quota_state === 'reserved') await releaseVideo(trx, video, now);
}
