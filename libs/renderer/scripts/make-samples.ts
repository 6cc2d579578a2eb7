import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Style, styles } from '@reelwright/product';
import { startRender } from '../src/start-render.ts';

/**
 * Writes the web app's sample reels, v1 to v8: `v1.webp` (360x640, at most 40 kB) and `v1.mp4` (540x960, with sound, at most
 * 1.2 MB), and so on. `make samples` runs it; ONLY=v1,v8 limits the styles.
 */
const folder = '../../web/public/reels';
const requestedStyles = process.env.ONLY || styles.join(',');
const ffmpegPath = process.env.FFMPEG_PATH || 'ffmpeg';
const MAX_BYTES = 1_200_000;

/** Chosen by eye from contact sheets. */
const seeds: Record<Style, string> = {
  v1: 'sample-0',
  v2: 'sample-3',
  v3: 'sample-6',
  v4: 'sample-7',
  v5: 'sample-5',
  v6: 'sample-6',
  v7: 'sample-2',
  v8: 'sample-3',
};

const work = await mkdtemp(join(tmpdir(), 'reelwright-samples-'));
for (const style of styles.filter((candidate) => requestedStyles.split(',').includes(candidate))) {
  const started = performance.now();
  const full = join(work, `${style}.mp4`);
  const poster = join(work, `${style}.webp`);
  const { bytes } = await startRender({
    videoId: seeds[style],
    variation: 0,
    style,
    includeAudio: true,
    notes: '',
    brand: null,
    outputPath: full,
    posterPath: poster,
    partsPath: join(work, `${style}-parts`),
    ffmpegPath,
    size: { width: 1080, height: 1920 },
    fps: 30,
    seconds: 8,
    quality: 'full',
    budgetSeconds: 1,
  });
  const drawnAt = performance.now();
  const small = join(work, `${style}-small.mp4`);
  const size = await shrink(full, small);
  await copyFile(small, join(folder, `${style}.mp4`));
  await copyFile(poster, join(folder, `${style}.webp`));
  process.stdout.write(
    `${style}: drawn in ${Math.round(drawnAt - started)} ms, full ${bytes} bytes, sample ${size} bytes, poster ${(await stat(poster)).size} bytes\n`,
  );
}
await rm(work, { recursive: true });

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
