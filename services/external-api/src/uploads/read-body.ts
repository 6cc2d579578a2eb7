import { AppError } from '@reelwright/errors';
import type { FastifyRequest } from 'fastify';
import { type ReadBody, readJson } from './read-json.ts';
import { readMultipart } from './read-multipart.ts';
import { rejectAtEnd } from './reject-at-end.ts';
import type { VideoSink } from './video-sink.ts';

/** How much of a rejected body is read and discarded before the connection is closed. */
const DRAIN_LIMIT = 160 * 1024 * 1024;
const DRAIN_MS = 30_000;

/**
 * Reads a request's fields and its video, as JSON or as a form. A file that is not a video is returned as
 * `rejection` with the fields.
 * @throws AppError for any other invalid request, and for a large file that is not a video
 */
export async function readBody(request: FastifyRequest, open: () => Promise<VideoSink>): Promise<ReadBody> {
  const openSink = () => rejectAtEnd(open);
  try {
    if (request.isMultipart()) return await readMultipart(request, openSink);
    const body = request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    return await readJson(body, openSink);
  } catch (error) {
    if (request.raw.readableAborted || (error as { code?: string }).code === 'ECONNRESET') {
      throw new AppError('INVALID_ARGUMENT', 'BODY_INCOMPLETE', 'The body ended too early.', { cause: error });
    }
    drain(request);
    throw error;
  }
}

/** Lets the caller of a rejected request finish sending, because many clients read a response only afterwards. */
function drain({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  let bytes = 0;
  const timer = setTimeout(() => raw.destroy(), DRAIN_MS).unref();
  raw.once('close', () => clearTimeout(timer));
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN_LIMIT) raw.destroy();
  });
  raw.resume();
}
