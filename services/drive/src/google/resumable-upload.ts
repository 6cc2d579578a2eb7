import type { Readable } from 'node:stream';
import { request } from 'undici';
import { failureOf } from './drive-failure.ts';
import { isOk, responseOfRequest } from './drive-response.ts';
import { type DriveFile, fileOf } from './google-drive.ts';

/** The state of a session: the bytes Google has, the finished file, or a lost session. */
export type UploadProgress =
  | { readonly state: 'open'; readonly stored: number }
  | { readonly state: 'done'; readonly file: DriveFile }
  | { readonly state: 'lost' };

const CHUNK_TIMEOUT_MS = 120_000;

/** Fetches how many bytes a session has, after a crash or a lost response. */
export function fetchProgress(session: string, total: number, signal: AbortSignal): Promise<UploadProgress> {
  return put(session, `bytes */${total}`, undefined, signal);
}

/** Streams `length` bytes from `offset`: a multiple of 256 KiB, except at the end of the file. */
export async function sendChunk(
  session: string,
  chunk: { offset: number; length: number; total: number; source: Readable },
  signal: AbortSignal,
): Promise<UploadProgress> {
  const { offset, length, total, source } = chunk;
  try {
    return await put(session, `bytes ${offset}-${offset + length - 1}/${total}`, { length, source }, signal);
  } finally {
    source.destroy();
  }
}

/** The session's address is secret, so no token is sent. */
async function put(
  session: string,
  range: string,
  content: { length: number; source: Readable } | undefined,
  signal: AbortSignal,
): Promise<UploadProgress> {
  // Not `fetch`, which keeps a streamed body in memory until the response, in case of a redirect.
  const response = await responseOfRequest(signal, () =>
    request(session, {
      method: 'PUT',
      // With a content length, the stream is not sent in HTTP chunks.
      headers: { 'content-range': range, 'content-length': String(content?.length ?? 0) },
      ...(content && { body: content.source }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(CHUNK_TIMEOUT_MS)]),
    }),
  );
  const { status, body, headers } = response;
  if (isOk(response)) return { state: 'done', file: fileOf(body) };
  if (status === 308) {
    const lastByte = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1];
    return { state: 'open', stored: lastByte === undefined ? 0 : Number(lastByte) + 1 };
  }
  if (status === 400 || status === 404 || status === 410) return { state: 'lost' };
  throw failureOf(response);
}
