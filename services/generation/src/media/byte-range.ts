import type { ByteRange } from '@reelwright/object-store';

/**
 * The single range of a Range header (RFC 9110, 14.2). Undefined means the whole file, also for a header that is
 * invalid or has several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined | 'unsatisfiable' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!found || (!found[1] && !found[2])) return undefined;
  const [, from, to] = found;
  if (!from) {
    const last = Number(to);
    return last === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(from);
  const end = to ? Math.min(Number(to), size - 1) : size - 1;
  if (start >= size) return 'unsatisfiable';
  return end < start ? undefined : { start, end };
}
