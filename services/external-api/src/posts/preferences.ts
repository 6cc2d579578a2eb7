/** A partner's preferences for the answer (RFC 7240). */
export interface Preferences {
  /** The longest wait for the posts. */
  readonly waitMs: number;
  /** Whether an answer before the posts have ended is a 202. */
  readonly async: boolean;
  /** The preferences that were followed, for Preference-Applied. */
  readonly applied: readonly string[];
}

/**
 * Reads a `Prefer` header. Unreadable preferences are ignored, as the standard requires.
 * @param longestMs the longest wait of the request; 0 for one that never waits
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
