/**
 * Envoy's current counters whose names begin with `prefix`, by the rest of their names: for `http.public.lua` there is `errors`.
 * @param admin of the admin port, such as http://127.0.0.1:8081
 */
export async function readCounters(admin: string, prefix: string): Promise<Record<string, number>> {
  const filter = encodeURIComponent(`^${prefix}\\.`);
  const response = await fetch(`${admin}/stats?format=json&filter=${filter}`, { signal: AbortSignal.timeout(2_000) });
  const { stats } = (await response.json()) as { stats: { name?: string; value?: number }[] };
  const matching = stats.filter(({ name }) => name?.startsWith(`${prefix}.`));
  return Object.fromEntries(matching.map(({ name = '', value = 0 }) => [name.slice(prefix.length + 1), value]));
}
