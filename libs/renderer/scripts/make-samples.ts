import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Style, styles } from '@reelwright/product';
import { writePoster } from '../src/poster.ts';
import type { RenderRequest } from '../src/request.ts';
import { createPicture, STORY } from '../src/stage/picture.ts';
import { startRender } from '../src/start-render.ts';

/**
 * Writes the web app's sample reels, v1 to v8: `v1.webp` (360x640, without captions, at most 28 kB) and `v1.mp4` (540x960, with
 * captions and sound, at most 1.2 MB), and so on. `make samples` runs it; ONLY=v1,v8 limits the styles, POSTERS=1 makes no clips.
 */
const folder = '../../web/public/reels';
const requestedStyles = process.env.ONLY || styles.join(',');
const ffmpegPath = process.env.FFMPEG_PATH || 'ffmpeg';
const MAX_BYTES = 1_200_000;
const MAX_POSTER_BYTES = 28_000;

/** Chosen by eye from contact sheets. */
const seeds: Record<Style, string> = {
  v1: 'sample-0',
  v2: 'sample-1',
  v3: 'sample-6',
  v4: 'sample-7',
  v5: 'sample-5',
  v6: 'sample-1',
  v7: 'sample-2',
  v8: 'sample-3',
};

const work = await mkdtemp(join(tmpdir(), 'reelwright-samples-'));
for (const style of styles.filter((candidate) => requestedStyles.split(',').includes(candidate))) {
  const request: RenderRequest = {
    videoId: seeds[style],
    variation: 0,
    style,
    includeAudio: true,
    notes: '',
    brand: null,
    outputPath: join(work, `${style}.mp4`),
    posterPath: join(work, `${style}.webp`),
    partsPath: join(work, `${style}-parts`),
    ffmpegPath,
    size: { width: 1080, height: 1920 },
    fps: 30,
    seconds: 8,
    quality: 'full',
    budgetSeconds: 1,
  };
  await makePoster(request, join(folder, `${style}.webp`));
  if (!process.env.POSTERS) await makeClip(request, join(folder, `${style}.mp4`));
}
await rm(work, { recursive: true });

/** Draws the poster without captions: pages set their own text on and beside it. */
async function makePoster(request: RenderRequest, path: string): Promise<void> {
  const picture = createPicture(request, request.size, 1, { captions: false });
  const frame = Math.round((picture.scene.posterAt / STORY) * request.fps * request.seconds);
  await writePoster(path, picture.draw(frame / request.fps, frame), request.size, MAX_POSTER_BYTES);
  process.stdout.write(`${request.style}: poster ${(await stat(path)).size} bytes\n`);
}

async function makeClip(request: RenderRequest, path: string): Promise<void> {
  const started = performance.now();
  const { bytes } = await startRender(request);
  const drawnAt = performance.now();
  const small = join(work, `${request.style}-small.mp4`);
  const size = await shrink(request.outputPath, small);
  await copyFile(small, path);
  process.stdout.write(
    `${request.style}: drawn in ${Math.round(drawnAt - started)} ms, full ${bytes} bytes, sample ${size} bytes\n`,
  );
}

/** Halves width and height, and lowers the quality until the file is small enough. */
async function shrink(from: string, to: string): Promise<number> {
  for (let quality = 23; ; quality += 2) {
    execFileSync(ffmpegPath, [
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      '-i',
      from,
      '-vf',
      'scale=540:960:flags=lanczos',
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      String(quality),
      '-profile:v',
      'high',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '60',
      '-x264-params',
      'threads=1',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      '-colorspace',
      'bt709',
      '-color_range',
      'tv',
      '-c:a',
      'aac',
      '-b:a',
      '96k',
      '-fflags',
      '+bitexact',
      '-map_metadata',
      '-1',
      '-movflags',
      '+faststart',
      to,
    ]);
    const { size } = await stat(to);
    if (size <= MAX_BYTES) return size;
  }
}
