import { invalidParam, tiktokError } from './errors.ts';

export type Source =
  | { source: 'FILE_UPLOAD'; size: number; chunkSize: number; chunkCount: number }
  | { source: 'PULL_FROM_URL'; url: string };

export const maxBytes = 4 * 1024 ** 3;
// The documentation may mean MB or MiB, so only sizes that both allow are accepted.
const minChunk = 5 * 1024 ** 2;
const maxChunk = 64_000_000;
const longestLastChunk = 128_000_000;

/**
 * Reads and checks `source_info`.
 * @throws `invalid_param`, and `url_ownership_unverified` for an address without a verified property
 */
export function sourceOf(info: unknown, isVerified: (url: string) => boolean): Source {
  if (info === null || typeof info !== 'object') throw invalidParam('source_info is missing.');
  const given = info as Record<string, unknown>;
  if (given.source === 'PULL_FROM_URL') {
    if (typeof given.video_url !== 'string') throw invalidParam('video_url is missing.');
    if (!isVerified(given.video_url)) {
      throw tiktokError(403, 'url_ownership_unverified', 'Please review our URL ownership verification rules.');
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
  if (size > maxBytes) throw invalidParam('The video is larger than 4 GB.');
  if (chunkSize > size) throw invalidParam('The chunk size is larger than the video.');
  if (chunkCount !== Math.floor(size / chunkSize)) throw invalidParam('The total chunk count is invalid.');
  if (chunkCount > 1000) throw invalidParam('There are more than 1000 chunks.');
  if (chunkCount === 1) {
    if (chunkSize !== size && chunkSize < minChunk) throw invalidParam('The chunk size is invalid: it is below 5 MB.');
    if (size > maxChunk) throw invalidParam('Videos larger than 64 MB must be uploaded in several chunks.');
    return;
  }
  if (chunkSize < minChunk || chunkSize > maxChunk) throw invalidParam('The chunk size is invalid: 5 MB to 64 MB.');
  if (size - (chunkCount - 1) * chunkSize > longestLastChunk)
    throw invalidParam('The last chunk is larger than 128 MB.');
}

/** The byte range of a chunk. The last chunk includes the remainder. */
export function chunkRange(
  at: number,
  { size, chunkSize, chunkCount }: { size: number; chunkSize: number; chunkCount: number },
): { first: number; last: number } {
  const first = at * chunkSize;
  return { first, last: at === chunkCount - 1 ? size - 1 : first + chunkSize - 1 };
}
