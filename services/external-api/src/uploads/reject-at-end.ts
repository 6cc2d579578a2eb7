import { AppError } from '@reelwright/errors';
import type { ReceivedVideo, VideoSink } from './video-sink.ts';

/** How much more of a file that is not a video is read, to reach the fields after it. */
const MAX_READ_ON_BYTES = 1024 * 1024;

const NOT_A_VIDEO = new Set(['UNSUPPORTED_VIDEO', 'VIDEO_UNREADABLE']);

/**
 * A sink that rejects a file that is not a video only at its end, so that a missing field is reported first. A large
 * file is rejected after MAX_READ_ON_BYTES. The file is not stored.
 */
export async function rejectAtEnd(open: () => Promise<VideoSink>): Promise<VideoSink> {
  const sink = await open();
  let rejection: AppError | undefined;
  let remainingBytes = MAX_READ_ON_BYTES;

  async function reject(error: unknown): Promise<ReceivedVideo> {
    if (!(error instanceof AppError) || !NOT_A_VIDEO.has(error.code)) throw error;
    rejection = error;
    await sink.abort();
    return rejectedVideo(error);
  }

  return {
    async write(piece) {
      if (!rejection) {
        await sink.write(piece).catch(reject);
        return;
      }
      remainingBytes -= piece.length;
      if (remainingBytes < 0) throw rejection;
    },
    end: async () => (rejection ? rejectedVideo(rejection) : sink.end().catch(reject)),
    abort: sink.abort,
  };
}

const rejectedVideo = (rejection: AppError): ReceivedVideo => ({
  mediaKey: undefined,
  bytes: 0,
  sha256: '',
  rejection,
});
