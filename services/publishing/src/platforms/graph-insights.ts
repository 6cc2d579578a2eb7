import { callGraph } from './graph.ts';
import { countOf, ProviderRefusal } from './provider-call.ts';
import type { ProviderErrors } from './provider-errors.ts';

/**
 * The lifetime values of an insights edge, by metric; of a breakdown the sum. Empty if the object is gone (100/33) or has
 * no numbers yet: Meta then answers an empty list and no zeros.
 */
export async function readInsights(
  errors: ProviderErrors,
  url: string,
  { metrics, accessToken, signal }: { metrics: readonly string[]; accessToken: string; signal: AbortSignal },
): Promise<ReadonlyMap<string, number>> {
  const query = new URLSearchParams({ metric: metrics.join(','), period: 'lifetime', access_token: accessToken });
  try {
    const { data } = await callGraph(errors, `${url}?${query}`, { signal });
    const rows = (data ?? []) as { name?: string; values?: { value?: unknown }[] }[];
    const told = rows.filter(({ values }) => (values?.[0]?.value ?? null) !== null);
    return new Map(told.map(({ name = '', values }) => [name, totalOf(errors, values?.[0]?.value)]));
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === '100/33') return new Map();
    throw error;
  }
}

function totalOf(errors: ProviderErrors, value: unknown): number {
  const parts = value !== null && typeof value === 'object' ? Object.values(value) : [value];
  return parts.reduce((sum: number, part) => sum + countOf(errors, part), 0);
}
