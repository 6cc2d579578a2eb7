import { callGraph } from './graph.ts';
import type { MeasureReader } from './measures.ts';
import { countOf, ProviderRefusal } from './provider-call.ts';
import type { ProviderErrors } from './provider-errors.ts';

interface Insights {
  readonly errors: ProviderErrors;
  readonly graphUrl: string;
  readonly version: string;
  readonly scope: string;
  /** The edge of a post: `{post}/{edge}`. */
  readonly edge: string;
  /** The names of the metrics; the time is in milliseconds. */
  readonly views: string;
  readonly likes: string;
  readonly time: string;
}

/** Reads a post by one call of its insights edge. */
export function insightsReader({
  errors,
  graphUrl,
  version,
  scope,
  edge,
  views,
  likes,
  time,
}: Insights): MeasureReader {
  return {
    scopes: [scope],
    mostIds: 1,
    async read({ accessToken, signal }, [id = '']) {
      const url = `${graphUrl}/${version}/${id}/${edge}`;
      const values = await readInsights(errors, url, { metrics: [views, likes, time], accessToken, signal });
      const [seen, liked, watched] = [views, likes, time].map((metric) => values.get(metric));
      if (seen === undefined) return new Map();
      const watchTime = watched === undefined ? {} : { watchSeconds: Math.round(watched / 1000) };
      return new Map([[id, { views: seen, likes: liked ?? 0, ...watchTime }]]);
    },
  };
}

/**
 * The lifetime values of an insights edge, by metric; of a breakdown the sum. Empty if the object is gone (100/33) or has
 * no numbers yet: Meta then answers an empty list and no zeros.
 */
async function readInsights(
  errors: ProviderErrors,
  url: string,
  { metrics, accessToken, signal }: { metrics: readonly string[]; accessToken: string; signal: AbortSignal },
): Promise<ReadonlyMap<string, number>> {
  const query = new URLSearchParams({ metric: metrics.join(','), period: 'lifetime', access_token: accessToken });
  try {
    const { data } = await callGraph(errors, `${url}?${query}`, { signal });
    const rows = (data ?? []) as { name?: string; values?: { value?: unknown }[] }[];
    const reported = rows.filter(({ values }) => (values?.[0]?.value ?? null) !== null);
    return new Map(reported.map(({ name = '', values }) => [name, totalOf(errors, values?.[0]?.value)]));
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === '100/33') return new Map();
    throw error;
  }
}

function totalOf(errors: ProviderErrors, value: unknown): number {
  const parts = value !== null && typeof value === 'object' ? Object.values(value) : [value];
  return parts.reduce((sum: number, part) => sum + countOf(errors, part), 0);
}
