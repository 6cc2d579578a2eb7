import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AppError } from '@reelwright/errors';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Generation, startGeneration } from './harness.ts';

let full: 'no' | 'for clips' | 'for all' = 'no';
let generation: Generation;
beforeAll(async () => {
  generation = await startGeneration({}, (store) => ({
    ...store,
    async put(key, source) {
      // The error that the store throws for a full disk.
      if (full === 'for all' || (full === 'for clips' && !key.endsWith('.webp')))
        throw new AppError('UNAVAILABLE', 'STORE_FULL', 'There is no room for the file right now.');
      return store.put(key, source);
    },
  }));
});
afterAll(() => generation.stop());

/** Ends the current wait. */
async function endWait(videoId: string): Promise<void> {
  await sql`update generation_jobs set next_attempt_at = ${generation.clock.now()}
    where video_id = ${videoId} and leased_until is null`.execute(generation.db);
  generation.worker.nudge();
}
const waitsPublished = async (videoId: string) =>
  (await generation.published(videoId)).filter(({ payload }) => payload.code === 'STORE_FULL');

async function waited(videoId: string, times: number): Promise<void> {
  await eventually(
    async () => {
      await endWait(videoId);
      expect((await waitsPublished(videoId)).length).toBeGreaterThanOrEqual(times);
    },
    { timeoutMs: 150_000 },
  );
}

it('makes a video wait, with its cause, until the store has room', async () => {
  full = 'for clips';
  const { videoId } = await generation.request();
  await waited(videoId, 9);
  expect(await generation.jobOf(videoId)).toMatchObject({ state: 'running', attempts: 0 });
  expect((await waitsPublished(videoId))[0]).toMatchObject({
    type: 'VideoProgressed',
    payload: { stage: 'waiting', code: 'STORE_FULL' },
  });
  // The video is drawn once; then the capacity is checked first. No poster is left without its clip.
  const started = (await generation.published(videoId)).filter(
    ({ payload: p }) => p.stage === 'rendering' && !p.percent,
  );
  expect(started).toHaveLength(1);
  expect((await generation.objects()).filter((name) => name.endsWith('.webp'))).toEqual([]);

  full = 'no';
  await eventually(
    async () => {
      await endWait(videoId);
      expect(await generation.jobOf(videoId)).toMatchObject({ state: 'done', code: null });
    },
    { timeoutMs: 150_000 },
  );
  const ofVideo = (await generation.objects()).filter((name) => name.includes(videoId));
  expect(ofVideo.toSorted()).toEqual([`videos/${videoId}/0.mp4`, `videos/${videoId}/0.webp`]);
});

it('fails a video before its post with its own cause when the store stays full', async () => {
  full = 'for all';
  const publishAt = new Date(generation.clock.now().getTime() + 3_600_000);
  const { videoId } = await generation.request({ publishAt });
  await waited(videoId, 1);
  generation.clock.advance(56 * 60_000);
  await eventually(async () => expect((await generation.jobOf(videoId))?.state).toBe('failed'), { timeoutMs: 150_000 });
  expect((await generation.published(videoId)).at(-1)).toMatchObject({
    type: 'VideoFailed',
    payload: { code: 'NO_ROOM_IN_TIME' },
  });
  full = 'no';
});
