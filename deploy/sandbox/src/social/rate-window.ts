/** Counts calls by key in a sliding window, in memory. @returns a function that tells whether a call is allowed */
export function rateWindow(
  milliseconds: number,
  now: () => number = Date.now,
): (key: string, limit: number) => boolean {
  const calls = new Map<string, number[]>();
  return (key, limit) => {
    const recent = (calls.get(key) ?? []).filter((at) => at > now() - milliseconds);
    const allowed = recent.length < limit;
    calls.set(key, allowed ? [...recent, now()] : recent);
    return allowed;
  };
}
