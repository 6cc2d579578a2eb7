import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@reelwright/errors';
import { inputFrom, Overtime, runConfined, Unstartable } from '@reelwright/ffmpeg';
import { LOGO_FRAME, LOGO_LIMITS } from '@reelwright/product';
import type { Logo } from './branding.ts';
import { readImageHeader } from './image-header.ts';

export interface LogoMaker {
  /**
   * Makes a PNG without metadata from a PNG, WebP or JPEG, scaled to the size at which it is drawn.
   * @param userId one logo per user at a time, so that no user takes all slots
   * @throws AppError UNSUPPORTED_LOGO, LOGO_TOO_LARGE, LOGO_TOO_SMALL, LOGO_UNREADABLE, LOGO_BUSY
   */
  make(file: Buffer, userId: string): Promise<Logo & { readonly image: Buffer }>;
}

const MOST_AT_ONCE = 2;
const LIMITS = { seconds: 10, megabytes: 1_024 };
const { bytes: MOST_BYTES, mostPixels: MOST_PIXELS, leastPixels: LEAST_PIXELS } = LOGO_LIMITS;

/** Colours are scaled by their opacity: what is transparent leaves no dark edge. */
const SCALE = [
  'format=gbrap',
  'premultiply=inplace=1',
  `scale=${LOGO_FRAME.width}:${LOGO_FRAME.height}:force_original_aspect_ratio=decrease:flags=lanczos+accurate_rnd+bitexact`,
  'unpremultiply=inplace=1',
  'format=rgba',
].join(',');

/** Decodes each logo in a short-lived confined process of ffmpeg; never a byte of the file that came is stored. */
export function createLogoMaker({ ffmpegPath }: { readonly ffmpegPath: string }): LogoMaker {
  const activeUsers = new Set<string>();
  return {
    async make(file, userId) {
      const demuxer = requireLogo(file);
      if (activeUsers.has(userId) || activeUsers.size >= MOST_AT_ONCE) throw busy();
      activeUsers.add(userId);
      try {
        const image = await scaled(ffmpegPath, file, demuxer);
        const header = readImageHeader(image);
        if (header === null || header === 'broken') throw unreadable();
        const digest = createHash('sha256').update(image).digest('hex');
        return { image, digest, width: header.width, height: header.height };
      } finally {
        activeUsers.delete(userId);
      }
    },
  };
}

/** Checks a file before anything is decoded. @returns the demuxer of its kind @throws AppError */
function requireLogo(file: Buffer): string {
  const header = readImageHeader(file);
  if (header === null) {
    throw new AppError('INVALID_ARGUMENT', 'UNSUPPORTED_LOGO', 'The logo must be a PNG, WebP or JPEG image.', {
      httpStatus: 415,
    });
  }
  if (file.length > MOST_BYTES) throw tooLarge('The file of the logo may have 512 KB at most.');
  if (header === 'broken') throw unreadable();
  const { demuxer, width, height } = header;
  if (Math.max(width, height) > MOST_PIXELS) throw tooLarge('The logo may have 4,096 pixels a side at most.');
  if (Math.max(width, height) < LEAST_PIXELS) {
    throw new AppError('INVALID_ARGUMENT', 'LOGO_TOO_SMALL', 'The logo needs at least 100 pixels on its longer side.');
  }
  return demuxer;
}

/** `-max_pixels` also holds for a file whose header is not true. */
async function scaled(ffmpegPath: string, file: Buffer, demuxer: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'logo-'));
  // Without an ending, so that only the file's own bytes choose its demuxer.
  const [input, output] = [join(folder, 'file'), join(folder, 'logo')];
  try {
    await writeFile(input, file);
    const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-threads', '1'];
    const read = ['-max_pixels', String(MOST_PIXELS ** 2), '-err_detect', 'explode', ...inputFrom(input, [demuxer])];
    const write = ['-frames:v', '1', '-filter_threads', '1', '-vf', SCALE, '-map_metadata', '-1'];
    const png = ['-c:v', 'png', '-threads', '1', '-fflags', '+bitexact', '-f', 'image2pipe', `file:${output}`];
    await runConfined(ffmpegPath, [...quiet, ...read, ...write, ...png], LIMITS);
    return await readFile(output);
  } catch (error) {
    if (error instanceof Overtime || error instanceof Unstartable) throw busy();
    throw unreadable(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const tooLarge = (message: string) => new AppError('INVALID_ARGUMENT', 'LOGO_TOO_LARGE', message, { httpStatus: 413 });

const unreadable = (cause?: unknown) =>
  new AppError('INVALID_ARGUMENT', 'LOGO_UNREADABLE', 'The logo cannot be read. Please choose another file.', {
    cause,
  });

const busy = () =>
  new AppError('UNAVAILABLE', 'LOGO_BUSY', 'Logos cannot be read right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });
