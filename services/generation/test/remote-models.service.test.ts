import './dispatcher.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningSandbox, startSandbox } from '@reelwright/sandbox';
import { credentials } from '@reelwright/sandbox/credentials';
import { eventually } from '@reelwright/testing';
import type { Config } from '../src/config.ts';
import { type Generation, startGeneration } from './harness.ts';

const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ ports: 0, dir, videoSeconds: 0.5 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});

function remote(model: 'veo' | 'omni'): Partial<Config> {
  const url = sandbox.origins.server('genai');
  return {
    VIDEO_MODEL: model,
    VERTEX_BASE_URL: url,
    VERTEX_PROJECT: credentials.genai.project,
    VERTEX_LOCATION: credentials.genai.location,
    VERTEX_ACCESS_TOKEN: credentials.genai.accessToken,
    GEMINI_BASE_URL: url,
    GEMINI_API_KEY: credentials.genai.apiKey,
  };
}

describe.each(['veo', 'omni'] as const)('the model %s', (model) => {
  let generation: Generation;
  beforeAll(async () => {
    sandbox.reset();
    generation = await startGeneration(remote(model));
  });
  afterAll(() => generation.stop());

  const state = (videoId: string, wanted: string) =>
    eventually(
      async () => {
        const job = await generation.jobOf(videoId);
        expect(job?.state).toBe(wanted);
        return job as NonNullable<typeof job>;
      },
      { timeoutMs: 25_000 },
    );
  const started = () => sandbox.journal.read().filter((entry) => entry.act === 'video-generated').length;

  it('makes a video of the ordered form with a poster, paid for once', async () => {
    const before = started();
    const { videoId } = await generation.request();
    const job = await state(videoId, 'done');
    expect(job).toMatchObject({ model, starts: 1 });
    expect(started() - before).toBe(1);
    expect((await generation.stated(videoId)).at(-1)).toMatchObject({
      type: 'VideoGenerated',
      payload: { width: 1080, height: 1920 },
    });
  });

  it('has its sound taken out when none was asked for', async () => {
    const { videoId } = await generation.request({ includeAudio: false });
    await state(videoId, 'done');
    expect((await generation.stated(videoId)).at(-1)?.payload.hasAudio ?? false).toBe(false);
  });

  it('that refuses ends the job with words a person understands', async () => {
    sandbox.chaos.set('genai', { refusal: 1 });
    try {
      const { videoId } = await generation.request();
      await state(videoId, 'failed');
      expect((await generation.stated(videoId)).at(-1)).toMatchObject({
        type: 'VideoFailed',
        payload: { code: 'MODEL_REFUSED' },
      });
    } finally {
      sandbox.chaos.set('genai', { refusal: 0 });
    }
  });

  it('is asked about the work it has, not paid again, after a crash', async () => {
    const { videoId } = await generation.request();
    const job = await eventually(async () => {
      const found = await generation.jobOf(videoId);
      expect(found?.operation).toBeTruthy();
      return found as NonNullable<typeof found>;
    });
    // Another process takes the lease away, as after a crash; the first notices at its next write.
    await generation.db
      .updateTable('generation_jobs')
      .set({ lease_token: job.lease_token + 1, leased_until: new Date(Date.now() - 1000) })
      .where('id', '=', job.id)
      .execute();
    const done = await state(videoId, 'done');
    expect(done.starts).toBe(1);
    expect(done.operation).toBe(job.operation);
  });
});
