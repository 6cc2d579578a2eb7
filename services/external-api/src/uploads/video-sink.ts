import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { AppError } from '@reelwright/errors';
import type { ObjectStore } from '@reelwright/object-store';
import { KIND_BYTES, videoKindOf } from './video-kind.ts';

/** 100 MB of video. */
export const MAX_VIDEO_BYTES = 100 * 1024 * 1024;

/** A piece has at most 64 KB. */
const MAX_BUFFERED_PIECES = 8;

export interface ReceivedVideo {
  /** Its key in the object store; undefined when the video was only compared or rejected. */
  readonly mediaKey: string | undefined;
  readonly bytes: number;
  readonly sha256: string;
  /** Why it was not stored; thrown after the request's other errors. */
  readonly rejection?: AppError;
}

/** Takes a video piece by piece. The caller ends or aborts it; aborting is safe at any time. */
export interface VideoSink {
  /** Resolves when there is room for more. @throws AppError UNSUPPORTED_VIDEO, VIDEO_TOO_LARGE */
  write(bytes: Buffer): Promise<void>;
  end(): Promise<ReceivedVideo>;
  abort(): Promise<void>;
}

export function tooLarge(): AppError {
  return new AppError('INVALID_ARGUMENT', 'VIDEO_TOO_LARGE', 'The video is larger than 100 MB.', { httpStatus: 413 });
}

/** Rejects a file that is not a video by its first bytes, or is too large. */
export function checkVideo(sink: VideoSink): VideoSink {
  let bytes = 0;
  let head: Buffer | undefined = Buffer.alloc(0);
  return {
    async write(piece) {
      bytes += piece.length;
      if (bytes > MAX_VIDEO_BYTES) throw tooLarge();
      if (head === undefined) return sink.write(piece);
      head = Buffer.concat([head, piece]);
      if (head.length < KIND_BYTES) return;
      videoKindOf(head);
      const start = head;
      head = undefined;
      await sink.write(start);
    },
    async end() {
      if (head) videoKindOf(head);
      return sink.end();
    },
    abort: sink.abort,
  };
}

/** Streams into the object store, which also computes the digest. */
export function storeVideo(store: Pick<ObjectStore, 'put' | 'delete'>, mediaKey: string): VideoSink {
  // In object mode, because a byte stream would copy waiting pieces together.
  const stream = new PassThrough({ objectMode: true, highWaterMark: MAX_BUFFERED_PIECES });
  // An abort may come before the store reads the stream; the store then gets the error itself.
  stream.on('error', () => undefined);
  const storedObject = store.put(mediaKey, stream);
  // A failure of the store is thrown at the next write or at the end.
  storedObject.catch(() => stream.destroy());
  return {
    async write(piece) {
      if (stream.destroyed) await storedObject;
      if (stream.write(piece)) return;
      // A failing store destroys the stream first and rejects a moment later.
      await Promise.race([once(stream, 'drain').catch(() => storedObject), storedObject]);
    },
    async end() {
      stream.end();
      return { mediaKey, ...(await storedObject) };
    },
    async abort() {
      stream.destroy(new Error('upload aborted'));
      await storedObject.catch(() => undefined);
      await store.delete(mediaKey);
    },
  };
}

/** Computes the digest without storing, to compare a request with an answered one. */
export function digestVideo(): VideoSink {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async write(piece) {
      hash.update(piece);
      bytes += piece.length;
    },
    end: async () => ({ mediaKey: undefined, bytes, sha256: hash.digest('hex') }),
    abort: async () => undefined,
  };
}
