import type { Clock } from '@reelwright/clock';
import { events, type VideoFailed, type VideoGenerated, type VideoProgressed } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { countVideo } from '../usage/count-video.ts';
import { findPosts, findRender, saveRender } from './timeline.repository.ts';
import { isMissed } from './video-state.ts';

/** Records the progress of renders for the timeline. The end of a render decides whether its video counts. */
export function renderEvents(clock: Clock): Subscription<SchedulingDatabase>[] {
  return [
    on(events.VideoProgressed, async (trx, { payload }) => recordProgress(trx, payload)),
    on(events.VideoGenerated, async (trx, { payload }) => recordVideo(trx, payload, clock.now())),
    on(events.VideoFailed, async (trx, { payload }) => recordFailure(trx, payload, clock.now())),
  ];
}

async function recordProgress(trx: Transaction<SchedulingDatabase>, event: VideoProgressed): Promise<void> {
  const { videoId, userId, variation, stage, percent, at, code, nextTryAt } = event;
  const entry = await lockEntry(trx, videoId, userId);
  const before = await findRender(trx, videoId, variation);
  if (!entry || before?.state === 'done' || before?.state === 'failed') return;
  const running = stage !== 'waiting' && (stage !== 'queued' || before?.state === 'running');
  // A start after a wait replaces the earlier start.
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
  const entry = await lockEntry(trx, videoId, userId);
  if (!entry) return;
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
  const allMissed = isMissed(await findPosts(trx, videoId));
  await countVideo(trx, entry, { type: 'rendered', variation, allMissed }, now);
}

async function recordFailure(trx: Transaction<SchedulingDatabase>, event: VideoFailed, now: Date): Promise<void> {
  const { videoId, userId, variation, code, failedAt } = event;
  const entry = await lockEntry(trx, videoId, userId);
  if (!entry) return;
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
  await countVideo(trx, entry, { type: 'render_failed', variation }, now);
}
