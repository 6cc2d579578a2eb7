import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@reelwright/errors';
import { Overtime, type ProbeResult, probe, Unstartable } from '@reelwright/ffmpeg';
import type { ObjectStore } from '@reelwright/object-store';

/** ffprobe's demuxers for MP4 and MOV, and for AVI. */
const DEMUXERS = ['mov', 'avi'];
/** Counts frames of the first video stream that is not a cover picture, because an index may be missing or wrong. */
const TWO_FRAMES = ['-select_streams', 'V:0', '-count_packets', '-read_intervals', '%+#2'];
/** Each probe copies a file of up to 100 MB from the store. */
const CONCURRENCY = 2;

export interface VideoProbe {
  /** Checks that a stored file is a playable video. @throws AppError VIDEO_UNREADABLE, VIDEO_BUSY */
  probeVideo(mediaKey: string): Promise<void>;
}

/** Reads stored files with ffprobe, each in a confined process with a time limit and without secrets. */
export function createVideoProbe({ store, ffprobePath }: { store: ObjectStore; ffprobePath: string }): VideoProbe {
  let freeSlots = CONCURRENCY;
  const waitingCalls: (() => void)[] = [];

  async function limited(work: () => Promise<void>): Promise<void> {
    if (freeSlots === 0) await new Promise<void>((resolve) => waitingCalls.push(resolve));
    else freeSlots -= 1;
    try {
      await work();
    } finally {
      const next = waitingCalls.shift();
      if (next) next();
      else freeSlots += 1;
    }
  }

  async function check(mediaKey: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'video-'));
    try {
      const path = join(folder, 'video');
      await pipeline(await store.get(mediaKey), createWriteStream(path)).catch((cause: unknown) => {
        throw busy(cause);
      });
      const result = await probe(ffprobePath, path, DEMUXERS, TWO_FRAMES).catch((cause: unknown) => {
        throw cause instanceof Overtime || cause instanceof Unstartable ? busy(cause) : unreadable(cause);
      });
      if (!isPlayable(result)) throw unreadable(JSON.stringify(result.streams).slice(0, 500));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return { probeVideo: (mediaKey) => limited(() => check(mediaKey)) };
}

/** Has a size, a duration and more than one frame. */
function isPlayable({ format, streams: [pictures] }: ProbeResult): boolean {
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
