import { badParameter, graphError } from './errors.ts';
import type { GraphCall } from './graph.ts';

interface Insights {
  readonly id: string;
  readonly edge: string;
  readonly periods: readonly string[];
  /** Without numbers the answer is an empty list, as in the original, and not zeros. */
  readonly hasNumbers: boolean;
  /** The value of each metric that exists. */
  readonly values: Readonly<Record<string, number | Readonly<Record<string, number>>>>;
}

/**
 * The answer of an insights edge for `metric=a,b`. One unknown metric fails the whole call; none is refused too
 * (3001/1504028, Insights reference).
 */
export function insights(call: GraphCall, { id, edge, periods, hasNumbers, values }: Insights): object {
  const { metric = '', period = 'lifetime' } = call.params;
  const names = metric.split(',').filter(Boolean);
  if (names.length === 0) {
    throw graphError(3001, '(#3001) No metric was specified to be fetched. Please specify one or more metrics.', {
      subcode: 1504028,
    });
  }
  const known = Object.keys(values);
  for (const [at, name] of names.entries()) {
    if (!known.includes(name))
      throw badParameter(`metric[${at}] must be one of the following values: ${known.join(', ')}`);
  }
  if (!periods.includes(period))
    throw badParameter(`period must be one of the following values: ${periods.join(', ')}`);
  const data = names.map((name) => ({
    name,
    period,
    values: [{ value: values[name] }],
    title: name.replaceAll('_', ' '),
    description: name.replaceAll('_', ' '),
    id: `${id}/${edge}/${name}/${period}`,
  }));
  return { data: hasNumbers ? data : [] };
}
