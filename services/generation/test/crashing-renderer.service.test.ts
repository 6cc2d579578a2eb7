import { expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { startGeneration } from './harness.ts';

it('a renderer that crashes is started six times, with waits, and then the video fails', async () => {
  const generation = await startGeneration({ FFMPEG_PATH: '/nowhere/ffmpeg' });
  try {
    const { videoId } = await generation.request();
    for (const crashes of [1, 2, 3, 4, 5]) {
      const waiting = await generation.nextTry(videoId);
      expect(waiting).toMatchObject({ code: 'INTERRUPTED', starts: 0 });
      expect(waiting.crashes).toBe(crashes);
      await eventually(
        async () => {
          const job = await generation.jobOf(videoId);
          expect(job?.state === 'failed' || (job?.crashes ?? 0) > crashes).toBe(true);
        },
        { timeoutMs: 100_000 },
      );
    }
    await eventually(async () => expect((await generation.jobOf(videoId))?.state).toBe('failed'), {
      timeoutMs: 100_000,
    });
    expect((await generation.published(videoId)).at(-1)).toMatchObject({
      type: 'VideoFailed',
      payload: { code: 'RENDER_FAILED' },
    });
  } finally {
    await generation.stop();
  }
}, 300_000);
