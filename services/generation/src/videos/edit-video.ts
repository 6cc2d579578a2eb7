import { rename } from 'node:fs/promises';
import { inputFrom, runConfined } from '@reelwright/ffmpeg';

/** Decoding 1080×1920 reserves some 600 MB on two cores, and more on more cores. */
const LIMITS = { seconds: 60, megabytes: 4_096 };
const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];

/** Removes the sound of a file and copies its pictures unchanged, because not every model has a setting for it. */
export async function removeSound(ffmpegPath: string, path: string): Promise<void> {
  const silent = `${path}.silent.mp4`;
  const copy = ['-an', '-c', 'copy', '-movflags', '+faststart', silent];
  await runConfined(ffmpegPath, [...QUIET, ...inputFrom(path, ['mov']), ...copy], LIMITS);
  await rename(silent, path);
}

/** Writes a still of the first second as WebP, 360×640. */
export async function drawPoster(ffmpegPath: string, path: string, posterPath: string): Promise<void> {
  const still = ['-frames:v', '1', '-vf', 'scale=360:640:flags=lanczos'];
  const webp = ['-c:v', 'libwebp', '-quality', '72', '-f', 'webp', posterPath];
  await runConfined(ffmpegPath, [...QUIET, '-ss', '0.8', ...inputFrom(path, ['mov']), ...still, ...webp], LIMITS);
}
