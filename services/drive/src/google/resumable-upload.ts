import { failureOf } from './drive-failure.ts';
import { answerOf, isFine } from './drive-request.ts';
import { type DriveFile, fileOf } from './google-drive.ts';

/** How far a session is: the bytes Google keeps, the finished file, or no such session any more. */
export type UploadProgress =
  | { readonly state: 'open'; readonly stored: number }
  | { readonly state: 'done'; readonly file: DriveFile }
  | { readonly state: 'lost' };

const CHUNK_TIMEOUT_MS = 120_000;

/** Asks a session how far it is, as after a crash or a lost answer. */
export function askProgress(session: string, total: number, signal: AbortSignal): Promise<UploadProgress> {
  return put(session, `bytes */${total}`, undefined, signal);
}

/** Sends the bytes from `offset` on; a multiple of 256 KiB unless they are the last. */
export function sendChunk(
  session: string,
  chunk: { offset: number; bytes: Buffer; total: number },
  signal: AbortSignal,
): Promise<UploadProgress> {
  const { offset, bytes, total } = chunk;
  return put(session, `bytes ${offset}-${offset + bytes.length - 1}/${total}`, bytes, signal);
}

/** The session's address is its own key, so no token is sent along. */
async function put(
  session: string,
  range: string,
  bytes: Buffer | undefined,
  signal: AbortSignal,
): Promise<UploadProgress> {
  const answer = await answerOf(signal, () =>
    fetch(session, {
      method: 'PUT',
      redirect: 'manual',
      headers: { 'content-range': range },
      ...(bytes && { body: new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(CHUNK_TIMEOUT_MS)]),
    }),
  );
  const { status, reason, body, headers } = answer;
  if (isFine(answer)) return { state: 'done', file: fileOf(body) };
  if (status === 308) {
    const stored = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1];
    return { state: 'open', stored: stored === undefined ? 0 : Number(stored) + 1 };
  }
  if (status === 400 || status === 404 || status === 410) return { state: 'lost' };
  throw failureOf(status, reason, body);
}
