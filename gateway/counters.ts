/**
 * Envoy's current counters below a name, by the rest of their names: below `http.public.lua` there is `errors`.
 * @param admin of the admin port, such as http://127.0.0.1:8081
 */
export async function readCounters(admin: string, below: string): Promise<Record<string, number>> {
  const answer = await fetch(`${admin}/stats?format=json`);
  const { stats } = (await answer.json()) as { stats: { name?: string; value?: number }[] };
  const named = stats.filter(({ name }) => name?.startsWith(`${below}.`));
  return Object.fromEntries(named.map(({ name = '', value = 0 }) => [name.slice(below.length + 1), value]));
}
