import { AppError } from '@reelwright/errors';
import type { VideoSink } from './video-sink.ts';

/** How much of a file that is no video is read on, for what is sent after it. */
const PATIENCE_BYTES = 1024 * 1024;

/**
 * A sink that refuses a file which is no video only at its end, so that a missing field is said first; a large one is
 * refused as soon as its share has been read. Nothing of it is stored.
 */
export async function openPatiently(open: () => Promise<VideoSink>): Promise<VideoSink> {
  const sink = await open();
  let refused: AppError | undefined;
  let left = PATIENCE_BYTES;

  async function refuse(error: unknown): Promise<void> {
    if (!(error instanceof AppError) || error.code !== 'UNSUPPORTED_VIDEO') throw error;
    refused = error;
    await sink.abort();
  }

  return {
    async write(piece) {
      if (!refused) return sink.write(piece).catch(refuse);
      left -= piece.length;
      if (left < 0) throw refused;
    },
    async end() {
      const video = refused ? undefined : await sink.end().catch(refuse);
      return video ?? { mediaKey: undefined, bytes: 0, sha256: '', ...(refused && { refused }) };
    },
    abort: sink.abort,
  };
}
