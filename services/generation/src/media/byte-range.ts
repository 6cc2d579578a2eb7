import type { ByteRange } from '@reelwright/object-store';

/**
 * The single range of a Range header (RFC 9110, 14.2). Undefined means the whole file, also for a header that is
 * invalid or has several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;
  const [, from, to] = match;
  if (!from) {
    const suffixLength = Number(to);
    return suffixLength === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffixLength), end: size - 1 };
  }
  const start = Number(from);
  const end = to ? Math.min(Number(to), size - 1) : size - 1;
  if (start >= size) return 'unsatisfiable';
  return end < start ? undefined : { start, end };
}
