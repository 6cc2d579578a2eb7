import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const LIMIT_MS = 60_000;
const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];

/** Takes the sound out of a file without touching the pictures: not every model can be told to make none. */
export async function removeSound(ffmpegPath: string, path: string): Promise<void> {
  const silent = `${path}.silent.mp4`;
  await run(ffmpegPath, [...QUIET, '-i', path, '-an', '-c', 'copy', '-movflags', '+faststart', silent], {
    timeout: LIMIT_MS,
  });
  await rename(silent, path);
}

/** A still of the first second as WebP, 360×640. */
export async function drawPoster(ffmpegPath: string, path: string, posterPath: string): Promise<void> {
  const filter = 'scale=360:640:flags=lanczos';
  await run(
    ffmpegPath,
    [
      ...QUIET,
      '-ss',
      '0.8',
      '-i',
      path,
      '-frames:v',
      '1',
      '-vf',
      filter,
      '-c:v',
      'libwebp',
      '-quality',
      '72',
      '-f',
      'webp',
      posterPath,
    ],
    { timeout: LIMIT_MS },
  );
}
