import './dispatcher.ts';
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@reelwright/logger';
import { LOGO_FRAME, logoPlace } from '@reelwright/product';
import { type RunningSandbox, startSandbox } from '@reelwright/sandbox';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { colourInWords } from '../src/prompts/colour-words.ts';
import { omniPromptFor } from '../src/prompts/omni-prompt.ts';
import { veoPromptFor } from '../src/prompts/veo-prompt.ts';
import { type Generation, remote, startGeneration } from './harness.ts';
import { picture, pixelsOf } from './pictures.ts';

// The sandbox encodes each of its clips at its first use, which is slow on a busy machine.

const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ ports: 0, dir, providers: ['genai'], videoSeconds: 0.5, clipColours: 1 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});

describe.each(['veo', 'omni'] as const)('the model %s', (model) => {
  let generation: Generation;
  const logged: string[] = [];
  beforeAll(async () => {
    sandbox.reset();
    const logger = createLogger({ service: 'generation' }, { write: (line) => logged.push(line) });
    generation = await startGeneration(remote(model, sandbox.origins.server('genai')), undefined, logger);
  });
  afterAll(() => generation.stop());

  const state = (videoId: string, wanted: string) =>
    eventually(
      async () => {
        const job = await generation.jobOf(videoId);
        expect(job?.state).toBe(wanted);
        return job as NonNullable<typeof job>;
      },
      { timeoutMs: 80_000 },
    );
  const started = () => sandbox.journal.read().filter((entry) => entry.act === 'video-generated').length;

  it('makes a video of the requested format with a poster, paid once', async () => {
    const before = started();
    const { videoId } = await generation.request();
    const job = await state(videoId, 'done');
    expect(job).toMatchObject({ model, starts: 1 });
    expect(started() - before).toBe(1);
    expect((await generation.published(videoId)).at(-1)).toMatchObject({
      type: 'VideoGenerated',
      payload: { width: 1080, height: 1920 },
    });
  });

  it('gets the prompt and settings of the style; the version of the prompt is stored and logged', async () => {
    const brand = { name: 'Bella', occupation: 'potter', feel: 'calm', colours: ['#0a7f80'] };
    const { videoId } = await generation.request({ videoType: 'v6', notes: 'Say "Come by on Sunday".', brand });
    const job = await state(videoId, 'done');
    const asked = sandbox.journal.read({ act: 'video-generated', id: job.operation ?? '' });
    const rendition = { videoId, variation: 0, request: job.request };
    if (model === 'veo') {
      const { prompt, negativePrompt, seed, version } = veoPromptFor(rendition);
      const parameters = { negativePrompt, seed, generateAudio: true, aspectRatio: '9:16', durationSeconds: 8 };
      expect(asked).toMatchObject([{ key: prompt, detail: { parameters } }]);
      expect(job.prompt_version).toBe(version);
    } else {
      const { input, version } = omniPromptFor(rendition);
      const parameters = { video_config: { task: 'text_to_video' } };
      expect(asked).toMatchObject([{ key: input, detail: { parameters } }]);
      expect(job.prompt_version).toBe(version);
    }
    expect(asked[0]?.key).toContain('"Come by on Sunday"');
    const starts = logged
      .map((line) => JSON.parse(line))
      .filter((line) => line.videoId === videoId && line.promptVersion);
    expect(starts).toMatchObject([{ msg: 'video started', model, promptVersion: job.prompt_version }]);
  });

  it('is asked for the colours of the palette, and the logo is laid over its clip', async () => {
    const userId = randomUUID();
    generation.billing.tiers.set(userId, 'elite');
    const logo = picture({ size: '640x320', colour: '00d040' }).toString('base64');
    const payload = { corner: 'bottom_left', palette: ['#0a7f80'], logo };
    const headers = await generation.identity.asUser(userId);
    expect((await generation.app.inject({ method: 'PUT', url: '/api/branding', headers, payload })).statusCode).toBe(
      200,
    );
    const { videoId } = await generation.request({ userId });
    const job = await state(videoId, 'done');
    const [asked] = sandbox.journal.read({ act: 'video-generated', id: job.operation ?? '' });
    expect(asked?.key).toContain(String(colourInWords('#0a7f80')));
    const path = join(dir, `${videoId}.mp4`);
    await pipeline(await generation.store.get(String(job.media_key)), createWriteStream(path));
    const { x, y } = logoPlace('bottom_left', LOGO_FRAME);
    const [red = 255, green = 0] = pixelsOf(path, { at: 4, width: 1_080 })(
      x + LOGO_FRAME.width / 2,
      y + LOGO_FRAME.height / 2,
    );
    expect([red < 60, green > 160]).toEqual([true, true]);
  });

  it('is not called for an unknown style', async () => {
    const before = started();
    const { videoId } = await generation.request({ videoType: 'v9' });
    expect(await state(videoId, 'failed')).toMatchObject({ code: 'RENDER_FAILED', starts: 0, prompt_version: null });
    expect(started()).toBe(before);
  });

  it('makes a video whose sound is removed when none was requested', async () => {
    const { videoId } = await generation.request({ includeAudio: false });
    await state(videoId, 'done');
    expect((await generation.published(videoId)).at(-1)?.payload.hasAudio ?? false).toBe(false);
  });

  it('fails the job with its cause when it refuses', async () => {
    sandbox.chaos.set('genai', { refusal: 1 });
    try {
      const { videoId } = await generation.request();
      await state(videoId, 'failed');
      expect((await generation.published(videoId)).at(-1)).toMatchObject({
        type: 'VideoFailed',
        payload: { code: 'MODEL_REFUSED' },
      });
    } finally {
      sandbox.chaos.set('genai', { refusal: 0 });
    }
  });

  it('is polled for its work after a crash and not paid again', async () => {
    const { videoId } = await generation.request();
    const job = await eventually(async () => {
      const found = await generation.jobOf(videoId);
      expect(found?.operation).toBeTruthy();
      return found as NonNullable<typeof found>;
    });
    // Another process takes over the lease, as after a crash; the first process notices at its next write.
    await generation.db
      .updateTable('generation_jobs')
      .set({ lease_token: job.lease_token + 1, leased_until: new Date(Date.now() - 1000) })
      .where('id', '=', job.id)
      .execute();
    const done = await state(videoId, 'done');
    expect(done.starts).toBe(1);
    expect(done.operation).toBe(job.operation);
  });

  it('is retried without counting a start when it limits the rate', async () => {
    sandbox.chaos.set('genai', { rate429: 1 });
    const { videoId } = await generation.request();
    for (const attempts of [1, 2, 3]) {
      expect(await generation.nextTry(videoId)).toMatchObject({ code: 'MODEL_BUSY', starts: 0, attempts });
      await eventually(async () => expect((await generation.jobOf(videoId))?.attempts).toBe(attempts + 1));
    }
    sandbox.chaos.set('genai', { rate429: 0 });
    await generation.nextTry(videoId);
    expect(await state(videoId, 'done')).toMatchObject({ starts: 1 });
  });

  describe('that had started work before the service was down for longer than the retries last', () => {
    /** The job of the last process, without a lease. */
    async function interrupted(
      operation: string | null,
      change: { starts?: number; words?: string; workStartedAt?: Date } = {},
    ) {
      const { rows } = await sql<{ videoId: string }>`insert into generation_jobs
        (video_id, variation, user_id, state, model, request, requested_at, next_attempt_at, starts, operation, prompt_version, work_started_at)
        values (gen_random_uuid(), 0, '7', 'running', ${model},
          ${JSON.stringify({ videoType: 'v1', includeAudio: true, notes: '', brand: null })},
          now() - interval '1 hour', now() - interval '1 hour', ${change.starts ?? 1}, ${operation}, ${change.words ?? null},
          ${change.workStartedAt ?? new Date(Date.now() - 1_800_000)})
        returning video_id as "videoId"`.execute(generation.db);
      return rows[0] as { videoId: string };
    }
    const ended = (videoId: string) => state(videoId, 'failed');
    let operation: string | null;
    beforeAll(async () => {
      operation = (await state((await generation.request()).videoId, 'done')).operation;
    });

    it('is polled once more, and the paid video is stored', async () => {
      expect(await state((await interrupted(operation)).videoId, 'done')).toMatchObject({ starts: 1, operation });
    });

    it('keeps the version of that prompt, also when none was stored', async () => {
      const older = await interrupted(operation, { words: `v1.0/${model}.0` });
      expect(await state(older.videoId, 'done')).toMatchObject({ prompt_version: `v1.0/${model}.0` });
      const oldest = await interrupted(operation);
      expect(await state(oldest.videoId, 'done')).toMatchObject({ prompt_version: null });
    });

    it('is polled again when it was unavailable', async () => {
      sandbox.chaos.set('genai', { error5xx: 1 });
      const { videoId } = await interrupted(operation);
      const waiting = await generation.nextTry(videoId, () => sandbox.chaos.set('genai', { error5xx: 0 }));
      expect(waiting).toMatchObject({ code: 'MODEL_AWAY', operation });
      expect(await state(videoId, 'done')).toMatchObject({ starts: 1 });
    });

    it('is started a second time when it no longer knows that work', async () => {
      const gone = `${operation}`.replace(/.{8}$/, 'f0f0f0f0');
      const { videoId } = await interrupted(gone);
      await generation.nextTry(videoId);
      const done = await state(videoId, 'done');
      expect(done.starts).toBe(2);
      expect(done.operation).not.toBe(gone);
    });

    it('is started at most twice, because each start may cost money', async () => {
      const second = await interrupted(null, { starts: 1, words: `v1.0/${model}.0` });
      await eventually(async () => expect((await generation.jobOf(second.videoId))?.starts).toBe(2));
      expect((await generation.jobOf(second.videoId))?.prompt_version).toMatch(
        new RegExp(`^v1\\.\\d+/${model}\\.\\d+$`),
      );
      expect((await generation.jobOf(second.videoId))?.prompt_version).not.toBe(`v1.0/${model}.0`);
      const third = await interrupted(null, { starts: 2 });
      expect(await ended(third.videoId)).toMatchObject({ code: 'MODEL_UNAVAILABLE', starts: 2 });
      await state(second.videoId, 'done');
    });
  });
});

describe.each(['veo', 'omni'] as const)('the model %s, slow at its work', (model) => {
  const slowDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  let slow: RunningSandbox;
  let generation: Generation;
  beforeAll(async () => {
    slow = await startSandbox({ ports: 0, dir: slowDir, providers: ['genai'], videoSeconds: 3600 });
    generation = await startGeneration(remote(model, slow.origins.server('genai')));
  });
  afterAll(async () => {
    await generation.stop();
    await slow.close();
    rmSync(slowDir, { recursive: true, force: true });
  });

  /** The sandbox draws no video for these notes. */
  const notes = 'sandbox:refuse';
  const hasStarted = (videoId: string) =>
    eventually(async () => expect((await generation.jobOf(videoId))?.operation).toBeTruthy());
  /** Takes the lease over, as after the end of a process. */
  const takeLease = (videoId: string, change = sql`work_started_at = work_started_at`) =>
    sql`update generation_jobs set lease_token = lease_token + 1, leased_until = now() - interval '1 second', ${change}
      where video_id = ${videoId}`.execute(generation.db);

  it('is polled once more when the retries end, and the job fails before its post', async () => {
    const publishAt = new Date(generation.clock.now().getTime() + 3_600_000);
    const { videoId } = await generation.request({ notes, publishAt });
    await hasStarted(videoId);
    generation.clock.advance(56 * 60_000);
    await takeLease(videoId);
    await eventually(
      async () =>
        expect(await generation.jobOf(videoId)).toMatchObject({ state: 'failed', code: 'DEADLINE_PASSED', starts: 1 }),
      { timeoutMs: 15_000 },
    );
    expect(generation.clock.now().getTime()).toBeLessThan(publishAt.getTime());
  });

  it('is started a second time when it is long overdue, and then polled', async () => {
    const { videoId } = await generation.request({ notes });
    await hasStarted(videoId);
    const overdue = sql`work_started_at = now() - interval '2 hours'`;
    await takeLease(videoId, overdue);
    expect(await generation.nextTry(videoId)).toMatchObject({ code: 'MODEL_SLOW', operation: null, starts: 1 });
    await hasStarted(videoId);
    await takeLease(videoId, overdue);
    const waiting = await generation.nextTry(videoId);
    expect(waiting).toMatchObject({ code: 'MODEL_SLOW', operation: expect.any(String), starts: 2 });
    await eventually(async () => {
      const job = await generation.jobOf(videoId);
      expect(job).toMatchObject({ state: 'running', operation: waiting.operation, starts: 2 });
      expect(job?.attempts).toBeGreaterThan(waiting.attempts);
    });
  });
});
