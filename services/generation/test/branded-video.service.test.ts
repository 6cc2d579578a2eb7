import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOGO_FRAME, type LogoCorner, logoCorners, logoPlace } from '@reelwright/product';
import { eventually } from '@reelwright/testing';
import { type Generation, startGeneration } from './harness.ts';
import { picture, pixelsOf } from './pictures.ts';

const GREEN = [0, 208, 64] as const;
const RED = [255, 0, 0] as const;
/** A logo of this size fills the frame. */
const LOGO = { size: '640x320', colour: '00d040' };

const folder = mkdtempSync(join(tmpdir(), 'branded-'));
let generation: Generation;
beforeAll(async () => {
  generation = await startGeneration();
}, 60_000);
afterAll(async () => {
  await generation.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A user of the Elite plan with a logo of one colour. */
async function givenUser(corner: LogoCorner = 'top_left', logo: object = LOGO): Promise<string> {
  const userId = randomUUID();
  generation.billing.tiers.set(userId, 'elite');
  await saveLogo(userId, corner, logo);
  return userId;
}

async function saveLogo(userId: string, corner: LogoCorner, logo: object) {
  const saved = await generation.app.inject({
    method: 'PUT',
    url: '/api/branding',
    headers: await generation.identity.asUser(userId),
    payload: { corner, palette: [], logo: picture(logo).toString('base64') },
  });
  expect(saved.statusCode).toBe(200);
}

const made = (videoId: string) =>
  eventually(
    async () => {
      const job = await generation.jobOf(videoId);
      expect(job?.state).toBe('done');
      return job as NonNullable<typeof job>;
    },
    { timeoutMs: 150_000 },
  );

const brandedVideos = new Map<LogoCorner, Promise<string>>();
/** The id of a video with a logo, which all tests share: a whole clip is encoded for each one. */
function givenBrandedVideo(corner: LogoCorner): Promise<string> {
  const given =
    brandedVideos.get(corner) ??
    givenUser(corner)
      .then((userId) => generation.request({ userId }))
      .then(({ videoId }) => videoId);
  brandedVideos.set(corner, given);
  return given;
}

/** The stored files of a finished video. */
async function filesOf(videoId: string): Promise<{ video: string; poster: string }> {
  const { media_key: video, poster_key: poster } = await made(videoId);
  const paths = { video: join(folder, `${videoId}.mp4`), poster: join(folder, `${videoId}.webp`) };
  await pipeline(await generation.store.get(String(video)), createWriteStream(paths.video));
  await pipeline(await generation.store.get(String(poster)), createWriteStream(paths.poster));
  return paths;
}

/** The corners in which most of the logo's place has this colour. */
function cornersWith(colour: readonly number[], path: string, { at = 0, width = 1_080 } = {}): LogoCorner[] {
  const pixel = pixelsOf(path, { at, width });
  const scale = width / 1_080;
  const isColour = (found: number[]) => found.every((value, channel) => Math.abs(value - (colour[channel] ?? 0)) < 40);
  return logoCorners.filter((corner) => {
    const { x, y } = logoPlace(corner, LOGO_FRAME);
    const places = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((across) =>
      [0.15, 0.5, 0.85].map((down) => [x + LOGO_FRAME.width * across, y + LOGO_FRAME.height * down] as const),
    );
    const hits = places.filter(([left, top]) => isColour(pixel(left * scale, top * scale)));
    return hits.length > places.length * 0.8;
  });
}

describe('a video', () => {
  it.each(['top_left', 'bottom_right'] as const)(
    'of a user with a logo at %s has it there from the first to the last second and on its poster, and keeps its format',
    async (corner) => {
      const videoId = await givenBrandedVideo(corner);
      const { video, poster } = await filesOf(videoId);
      for (const at of [0, 4, 7.8]) expect(cornersWith(GREEN, video, { at })).toEqual([corner]);
      expect(cornersWith(GREEN, poster, { width: 360 })).toEqual([corner]);
      expect((await generation.published(videoId)).at(-1)).toMatchObject({
        type: 'VideoGenerated',
        payload: { width: 1080, height: 1920, hasAudio: true, durationMs: 8_000 },
      });
    },
    200_000,
  );

  it('without a branding has no logo, and its file is the model’s', async () => {
    const [first, second] = [await generation.request(), await generation.request({ userId: randomUUID() })];
    const { video, poster } = await filesOf(first.videoId);
    expect(cornersWith(GREEN, video, { at: 4 })).toEqual([]);
    expect(cornersWith(GREEN, poster, { width: 360 })).toEqual([]);
    expect((await made(first.videoId)).sha256).toBe((await made(second.videoId)).sha256);
    expect(await generation.jobOf(first.videoId)).toMatchObject({ branding: null, is_branded: null });
  }, 200_000);

  it('has the same bytes when its job is done again', async () => {
    const videoId = await givenBrandedVideo('bottom_right');
    const { sha256 } = await made(videoId);
    const again = { state: 'queued', sha256: null, media_key: null, poster_key: null, leased_until: null } as const;
    await generation.db.updateTable('generation_jobs').set(again).where('video_id', '=', videoId).execute();
    generation.worker.nudge();
    expect((await made(videoId)).sha256).toBe(sha256);
  }, 200_000);

  it('has the logo of the moment it was requested, not a later one', async () => {
    const userId = await givenUser();
    const requestedAt = new Date(generation.clock.now().getTime() + 3_600_000);
    const { videoId } = await generation.request({ userId, requestedAt });
    await eventually(async () => expect(await generation.jobOf(videoId)).toMatchObject({ state: 'queued' }));
    await saveLogo(userId, 'top_right', { ...LOGO, colour: 'ff0000' });
    generation.clock.moveTo(requestedAt);
    const { video } = await filesOf(videoId);
    expect(cornersWith(GREEN, video, { at: 4 })).toEqual(['top_left']);
    expect(cornersWith(RED, video, { at: 4 })).toEqual([]);
  }, 200_000);

  it('has no logo after a downgrade', async () => {
    const userId = await givenUser();
    generation.billing.tiers.set(userId, 'pro');
    const { videoId } = await generation.request({ userId });
    expect(await made(videoId)).toMatchObject({ branding: { corner: 'top_left' }, is_branded: false });
    expect(cornersWith(GREEN, (await filesOf(videoId)).video, { at: 4 })).toEqual([]);
  }, 200_000);

  it('has its logo while billing is unavailable', async () => {
    const userId = await givenUser();
    generation.billing.isDown = true;
    try {
      const { videoId } = await generation.request({ userId });
      await eventually(async () => expect(await generation.jobOf(videoId)).toMatchObject({ is_branded: true }));
    } finally {
      generation.billing.isDown = false;
    }
  });
});
