import { AppError } from '@reelwright/errors';
import type { ReceivedVideo, VideoSink } from './video-sink.ts';

/** How much of a file that is no video is read on, for what is sent after it. */
const PATIENCE_BYTES = 1024 * 1024;

const NO_VIDEO = new Set(['UNSUPPORTED_VIDEO', 'VIDEO_UNREADABLE']);

/**
 * A sink that refuses a file which is no video only at its end, so that a missing field is said first; a large one is
 * refused as soon as its share has been read. Nothing of it is stored.
 */
export async function refuseAtEnd(open: () => Promise<VideoSink>): Promise<VideoSink> {
  const sink = await open();
  let refused: AppError | undefined;
  let left = PATIENCE_BYTES;

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
