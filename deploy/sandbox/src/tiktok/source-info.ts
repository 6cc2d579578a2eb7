import { fault, invalidParam } from './answers.ts';

export type Source =
  | { source: 'FILE_UPLOAD'; size: number; chunkSize: number; chunkCount: number }
  | { source: 'PULL_FROM_URL'; url: string };

export const mostBytes = 4 * 1024 ** 3;
// Where the documentation can be read as MB or MiB, only what both readings allow is accepted.
const leastChunk = 5 * 1024 ** 2;
const mostChunk = 64_000_000;
const longestLastChunk = 128_000_000;

/**
 * Reads and checks where the bytes will come from. Throws `invalid_param`, and `url_ownership_unverified` for an address
 * that is in none of the verified places.
 */
export function sourceOf(info: unknown, isVerified: (url: string) => boolean): Source {
  if (info === null || typeof info !== 'object') throw invalidParam('source_info is missing.');
  const given = info as Record<string, unknown>;
  if (given.source === 'PULL_FROM_URL') {
    if (typeof given.video_url !== 'string') throw invalidParam('video_url is missing.');
    if (!isVerified(given.video_url)) {
      throw fault(403, 'url_ownership_unverified', 'Please review our URL ownership verification rules.');
    }
    return { source: 'PULL_FROM_URL', url: given.video_url };
  }
  if (given.source !== 'FILE_UPLOAD') throw invalidParam('source must be FILE_UPLOAD or PULL_FROM_URL.');
  const [size, chunkSize, chunkCount] = ['video_size', 'chunk_size', 'total_chunk_count'].map((name) => {
    const value = given[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
      throw invalidParam(`${name} must be a whole number from 1 on.`);
    return value;
  }) as [number, number, number];
  checkChunks(size, chunkSize, chunkCount);
  return { source: 'FILE_UPLOAD', size, chunkSize, chunkCount };
}

function checkChunks(size: number, chunkSize: number, chunkCount: number): void {
  if (size > mostBytes) throw invalidParam('The video is larger than 4 GB.');
  if (chunkSize > size) throw invalidParam('The chunk size is larger than the video.');
  if (chunkCount !== Math.floor(size / chunkSize)) throw invalidParam('The total chunk count is invalid.');
  if (chunkCount > 1000) throw invalidParam('There are more than 1000 chunks.');
  if (chunkCount === 1) {
    if (chunkSize !== size && chunkSize < leastChunk)
      throw invalidParam('The chunk size is invalid: it is below 5 MB.');
    if (size > mostChunk) throw invalidParam('Videos larger than 64 MB must be uploaded in several chunks.');
    return;
  }
  if (chunkSize < leastChunk || chunkSize > mostChunk) throw invalidParam('The chunk size is invalid: 5 MB to 64 MB.');
  if (size - (chunkCount - 1) * chunkSize > longestLastChunk)
    throw invalidParam('The last chunk is larger than 128 MB.');
}

/** Bytes of one chunk: what remains after the last full one belongs to the last. */
export function chunkRange(
  at: number,
  { size, chunkSize, chunkCount }: { size: number; chunkSize: number; chunkCount: number },
): { first: number; last: number } {
  const first = at * chunkSize;
  return { first, last: at === chunkCount - 1 ? size - 1 : first + chunkSize - 1 };
}
