import { AppError } from '@reelwright/errors';
import type { ReceivedVideo, VideoSink } from './video-sink.ts';

/** How much more of a file that is not a video is read, to reach the fields after it. */
const MAX_READ_ON_BYTES = 1024 * 1024;

const NO_VIDEO = new Set(['UNSUPPORTED_VIDEO', 'VIDEO_UNREADABLE']);

/**
 * A sink that refuses a file that is not a video only at its end, so that a missing field is reported first. A large
 * file is refused after MAX_READ_ON_BYTES. The file is not stored.
 */
export async function refuseAtEnd(open: () => Promise<VideoSink>): Promise<VideoSink> {
  const sink = await open();
  let refused: AppError | undefined;
  let left = MAX_READ_ON_BYTES;

  async function refuse(error: unknown): Promise<ReceivedVideo> {
    if (!(error instanceof AppError) || !NO_VIDEO.has(error.code)) throw error;
    refused = error;
    await sink.abort();
    return unstored(error);
  }

  return {
    async write(piece) {
      if (!refused) {
        await sink.write(piece).catch(refuse);
        return;
      }
      left -= piece.length;
      if (left < 0) throw refused;
    },
    end: async () => (refused ? unstored(refused) : sink.end().catch(refuse)),
    abort: sink.abort,
  };
}

const unstored = (refused: AppError): ReceivedVideo => ({ mediaKey: undefined, bytes: 0, sha256: '', refused });
