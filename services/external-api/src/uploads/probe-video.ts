import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@reelwright/errors';
import { Overtime, type Probed, probe, Unstartable } from '@reelwright/ffmpeg';
import type { ObjectStore } from '@reelwright/object-store';

/** ffprobe's names of what reads MP4 and MOV, and AVI. */
const DEMUXERS = ['mov', 'avi'];
/** Of the first video that is no cover picture, whether there is a second frame: an index may not say or lie. */
const TWO_FRAMES = ['-select_streams', 'V:0', '-count_packets', '-read_intervals', '%+#2'];
/** Each has a file of up to 100 MB beside the store's. */
const AT_ONCE = 2;

export interface VideoProbe {
  /** Whether a stored file is a video that plays. @throws AppError VIDEO_UNREADABLE, VIDEO_BUSY */
  probeVideo(mediaKey: string): Promise<void>;
}

/** Reads stored files with ffprobe, in a confined process each: a hostile file meets no secret and ends with its time. */
export function createVideoProbe({ store, ffprobePath }: { store: ObjectStore; ffprobePath: string }): VideoProbe {
  let places = AT_ONCE;
  const waiting: (() => void)[] = [];

  async function inTurn(work: () => Promise<void>): Promise<void> {
    if (places === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else places -= 1;
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else places += 1;
    }
  }

  async function look(mediaKey: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'video-'));
    try {
      const path = join(folder, 'video');
      await pipeline(await store.get(mediaKey), createWriteStream(path)).catch((cause: unknown) => {
        throw busy(cause);
      });
      const probed = await probe(ffprobePath, path, DEMUXERS, TWO_FRAMES).catch((cause: unknown) => {
        throw cause instanceof Overtime || cause instanceof Unstartable ? busy(cause) : unreadable(cause);
      });
      if (!plays(probed)) throw unreadable(JSON.stringify(probed.streams).slice(0, 500));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return { probeVideo: (mediaKey) => inTurn(() => look(mediaKey)) };
}

/** Pictures that follow each other, of some size, for some time. */
function plays({ format, streams: [pictures] }: Probed): boolean {
  if (!pictures?.codec_name || !pictures.width || !pictures.height) return false;
  return Number(format.duration ?? 0) > 0 && Number(pictures.nb_read_packets) > 1;
}

function unreadable(cause: unknown): AppError {
  const message = 'The video cannot be read, or has no moving pictures.';
  return new AppError('INVALID_ARGUMENT', 'VIDEO_UNREADABLE', message, { cause });
}

function busy(cause: unknown): AppError {
  const message = 'Videos cannot be checked right now. Please try again in a moment.';
  return new AppError('UNAVAILABLE', 'VIDEO_BUSY', message, { cause, retryAfterSeconds: 30 });
}
