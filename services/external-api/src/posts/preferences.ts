/** What a partner would like of the answer (RFC 7240). */
export interface Preferences {
  /** How long to wait for the posts, at most. */
  readonly waitMs: number;
  /** Whether an answer that comes before the posts have ended is a 202. */
  readonly async: boolean;
  /** The preferences that were followed, for Preference-Applied. */
  readonly applied: readonly string[];
}

/**
 * Reads a `Prefer` header. What it asks for and can't be read is passed over, as the standard says.
 * @param longestMs how long the request may wait; 0 for one that never does
 */
export function readPreferences(header: string | string[] | undefined, longestMs: number): Preferences {
  const wanted = new Map<string, string>();
  for (const item of [header ?? []].flat().join(',').split(',')) {
    const [name = '', value = ''] = (item.split(';')[0] ?? '').split('=').map((part) => part.trim());
    const key = name.toLowerCase();
    if (key && !wanted.has(key)) wanted.set(key, value.replace(/^"(.*)"$/, '$1'));
  }
  const async = wanted.has('respond-async');
  const seconds = wanted.get('wait') ?? '';
  const waits = longestMs > 0 && /^\d{1,6}$/.test(seconds);
  const wished = waits ? Number(seconds) * 1000 : async ? 0 : longestMs;
  const waitMs = Math.min(wished, longestMs);
  return {
    waitMs,
    async,
    applied: [...(async ? ['respond-async'] : []), ...(waits ? [`wait=${Math.floor(waitMs / 1000)}`] : [])],
  };
}
