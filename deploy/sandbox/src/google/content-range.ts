import { Readable } from 'node:stream';
import type { ProviderError } from '../core/provider-error.ts';
import { googleError } from './errors.ts';

/** All chunks except the last end at a multiple of this many bytes. */
export const block = 256 * 1024;

export interface Chunk {
  /** The first bytes of the body that are stored already. */
  skip: number;
  /** The bytes stored after the chunk; undefined for a query of the state. */
  end: number | undefined;
  /** The total of bytes, if the request names it. */
  total: number | null;
}

interface Progress {
  stored: number;
  /** The total of bytes, once known. */
  total: number | null;
}

/** Reads the range of a PUT to an upload session. @throws 400 for a range that can't follow the stored bytes */
export function chunkOf(headers: Readonly<Record<string, string | string[] | undefined>>, progress: Progress): Chunk {
  const sentLength = lengthOf(headers['content-length']);
  const range = headers['content-range'];
  if (range === undefined) return wholeBody(sentLength, progress);
  const [, first, last, all] = /^bytes (?:\*|(\d+)-(\d+))\/(\*|\d+)$/.exec(String(range)) ?? [];
  if (all === undefined) throw badRange('Failed to parse Content-Range header.');
  const total = all === '*' ? null : Number(all);
  if (total !== null && progress.total !== null && total !== progress.total) {
    throw badRange('The total of Content-Range differs from the one the upload began with.');
  }
  if (first === undefined || last === undefined) return { skip: 0, end: undefined, total };

  const [start, end] = [Number(first), Number(last) + 1];
  if (end <= start || (total !== null && end > total)) throw badRange('Failed to parse Content-Range header.');
  if (start > progress.stored)
    throw badRange(`Content-Range starts at ${start}, but only ${progress.stored} bytes are stored.`);
  if (end !== total && (end - start) % block !== 0)
    throw badRange(`Chunks but the last must be a multiple of ${block} bytes.`);
  if (sentLength !== undefined && sentLength !== end - start)
    throw badRange('The body is not as long as Content-Range says.');
  return { skip: progress.stored - start, end: Math.max(end, progress.stored), total };
}

function wholeBody(sentLength: number | undefined, { stored, total }: Progress): Chunk {
  if (sentLength === undefined) throw googleError(411, 'badRequest', 'Content-Length is required.');
  if (stored > 0) throw badRange('Content-Range is required to resume an upload.');
  if (total !== null && total !== sentLength)
    throw badRange('The body is not as long as X-Upload-Content-Length said.');
  return { skip: 0, end: sentLength, total: sentLength };
}

/** A body without its first bytes. */
export function skipping(body: Readable, count: number): Readable {
  if (count === 0) return body;
  return Readable.from(
    (async function* () {
      let left = count;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        if (chunk.length > left) yield chunk.subarray(left);
        left = Math.max(0, left - chunk.length);
      }
    })(),
  );
}

/** The number in a Content-Length header. */
export function lengthOf(header: string | string[] | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(String(header)) ? Number(header) : undefined;
}

function badRange(message: string): ProviderError {
  return googleError(400, 'badRequest', message);
}
