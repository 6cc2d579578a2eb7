import './dispatcher.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import { type RunningSandbox, startSandbox } from '@reelwright/sandbox';
import { eventually } from '@reelwright/testing';
import { type Generation, remote, startGeneration } from './harness.ts';

// The sandbox encodes its clip at its first use, which is slow on a busy machine.

const HOUR = 3_600_000;
const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ ports: 0, dir, providers: ['genai'], videoSeconds: 0.2, clipColours: 1 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});

/** An address where no server listens. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe.each([
  ['veo', 'POST /v1beta1'],
  ['omni', 'POST /v1beta/interactions'],
] as const)('the model %s', (model, start) => {
  let generation: Generation;
  beforeAll(async () => {
    sandbox.reset();
    generation = await startGeneration(remote(model, sandbox.origins.server('genai')));
  });
  afterAll(() => generation.stop());
  afterEach(() => {
    sandbox.chaos.set('genai', { error5xx: 0, timeoutAfterSuccess: 0, garbage: 0, limit: null, only: '' });
  });

  const now = () => generation.clock.now().getTime();
  const ended = (videoId: string, state: 'done' | 'failed') =>
    eventually(
      async () => {
        const job = await generation.jobOf(videoId);
        expect(job?.state).toBe(state);
        return job as NonNullable<typeof job>;
      },
      { timeoutMs: 60_000 },
    );
  const tries = (videoId: string, attempts: number) =>
    eventually(async () => expect((await generation.jobOf(videoId))?.attempts).toBeGreaterThanOrEqual(attempts));
  /** The number of videos made with these notes; each has to be paid. */
  const paid = (notes: string) =>
    sandbox.journal.read({ act: 'video-generated' }).filter(({ key }) => key?.includes(notes)).length;

  it('makes the video, paid once, after an outage of an hour', async () => {
    const notes = `a boat that ${model} draws`;
    sandbox.chaos.set('genai', { error5xx: 1 });
    const { videoId } = await generation.request({ notes, publishAt: new Date(now() + 24 * HOUR) });
    const away = now();
    while (now() - away < HOUR) {
      // The waits are in product time and end when the clock is moved.
      const waiting = await generation.nextTry(videoId);
      expect(waiting).toMatchObject({ code: 'MODEL_AWAY', starts: 0 });
      await tries(videoId, waiting.attempts + 1);
    }
    const waited = (await generation.published(videoId)).filter(({ payload }) => payload.stage === 'waiting');
    expect(waited.at(-1)?.payload).toMatchObject({ code: 'MODEL_AWAY' });
    const waits = waited.map(({ payload }) => Date.parse(`${payload.nextTryAt}`) - Date.parse(`${payload.at}`));
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, ...Array(waits.length - 6).fill(300)].map((each) => each * 1_000));

    sandbox.chaos.set('genai', { error5xx: 0 });
    await generation.nextTry(videoId);
    expect(await ended(videoId, 'done')).toMatchObject({ starts: 1 });
    expect(paid(notes)).toBe(1);
  });

  it('fails the job before the post, with its cause and at no cost, when it stays down', async () => {
    const publishAt = new Date(now() + HOUR / 2);
    sandbox.chaos.set('genai', { error5xx: 1 });
    const { videoId } = await generation.request({ publishAt });
    for (let isOpen = true; isOpen; ) {
      const { attempts } = await generation.nextTry(videoId);
      isOpen = await eventually(async () => {
        const job = await generation.jobOf(videoId);
        expect([job?.state === 'failed', (job?.attempts ?? 0) > attempts]).toContain(true);
        return job?.state !== 'failed';
      });
    }
    const job = await ended(videoId, 'failed');
    expect(job).toMatchObject({ code: 'MODEL_UNAVAILABLE', starts: 0 });
    const left = publishAt.getTime() - (job.finished_at?.getTime() ?? 0);
    expect(left).toBeGreaterThan(4 * 60_000);
    expect(left).toBeLessThan(15 * 60_000);
    expect((await generation.published(videoId)).at(-1)).toMatchObject({
      type: 'VideoFailed',
      payload: { code: 'MODEL_UNAVAILABLE' },
    });
  });

  it('is called late when it and this service come back only after the retries ended', async () => {
    const publishAt = new Date(now() + HOUR);
    sandbox.chaos.set('genai', { error5xx: 1, limit: 1 });
    const { videoId } = await generation.request({ publishAt, notes: 'sandbox:refuse' }); // the sandbox draws no video
    await eventually(async () => expect((await generation.jobOf(videoId))?.code).toBe('MODEL_AWAY'));
    generation.clock.moveTo(publishAt);
    expect(await ended(videoId, 'failed')).toMatchObject({ code: 'MODEL_REFUSED', starts: 1 });
  });

  it('is started again only when it is reachable after a lost response, and at most twice', async () => {
    sandbox.chaos.set('genai', { timeoutAfterSuccess: 1, limit: 1, only: start });
    const { videoId } = await generation.request({ notes: 'sandbox:refuse' }); // the sandbox draws no video
    const away = { error5xx: 1, timeoutAfterSuccess: 0, limit: null, only: '' };
    await generation.nextTry(videoId, () => sandbox.chaos.set('genai', away));
    for (let times = 0; times < 2; times++) {
      const waiting = await generation.nextTry(videoId);
      expect(waiting).toMatchObject({ code: 'MODEL_AWAY', starts: 1 });
      await tries(videoId, waiting.attempts + 1);
    }
    sandbox.chaos.set('genai', { timeoutAfterSuccess: 1, error5xx: 0, limit: 1, only: start });
    await generation.nextTry(videoId);
    await eventually(async () => expect((await generation.jobOf(videoId))?.starts).toBe(2));
    await generation.nextTry(videoId);
    expect(await ended(videoId, 'failed')).toMatchObject({ code: 'MODEL_UNAVAILABLE', starts: 2 });
  });

  it('makes the video, paid once, after a maintenance page is gone', async () => {
    const notes = `a bridge that ${model} draws`;
    sandbox.chaos.set('genai', { garbage: 1 });
    const { videoId } = await generation.request({ notes, publishAt: new Date(now() + 24 * HOUR) });
    for (let times = 0; times < 5; times++) {
      const waiting = await generation.nextTry(videoId);
      expect(waiting).toMatchObject({ code: 'MODEL_AWAY', starts: 0 });
      await tries(videoId, waiting.attempts + 1);
    }
    sandbox.chaos.set('genai', { garbage: 0 });
    await generation.nextTry(videoId);
    expect(await ended(videoId, 'done')).toMatchObject({ starts: 1 });
    expect(paid(notes)).toBe(1);
  });

  it('is started again when it ends its own work, which costs nothing', async () => {
    const { videoId, userId } = await generation.request({ notes: 'sandbox:fail' });
    for (let times = 0; times < 4; times++) {
      expect(await generation.nextTry(videoId)).toMatchObject({ code: 'MODEL_AWAY', starts: 0, operation: null });
    }
    await generation.send(events.VideoCancelled, { videoId, userId, revision: 2 });
    await eventually(async () => expect((await generation.jobOf(videoId))?.state).toBe('cancelled'));
  });
});

describe.each(['veo', 'omni'] as const)('the model %s, at an address where no server listens', (model) => {
  it('is waited for, and no start is counted', async () => {
    const generation = await startGeneration(remote(model, await closedPort()));
    try {
      const { videoId } = await generation.request();
      for (let times = 0; times < 3; times++) {
        expect(await generation.nextTry(videoId)).toMatchObject({ code: 'MODEL_AWAY', starts: 0 });
      }
    } finally {
      await generation.stop();
    }
  });
});
