/** Counts calls by key in a sliding window; true = this one is still allowed. Forgotten with the process. */
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
