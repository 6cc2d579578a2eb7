import type { ServiceName } from '@reelwright/local/running-stack';
import { eventually } from '../people.ts';
import type { Stack } from '../stack.ts';

/** A count that each replica of a service keeps and shows at its `/metrics`. */
export interface Counted {
  readonly service: ServiceName;
  readonly shown: string;
  /** The series that are added up: those with this name and these labels. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The requests of a route that a replica has answered. @param route as the service declares it */
export const requestsOf = (service: ServiceName, route: string): Counted => ({
  service,
  shown: `${service} GET ${route}`,
  name: 'http_request_duration_seconds_count',
  labels: { method: 'GET', route },
});

/** The calls of an rpc that a replica has answered. @param rpc its full path */
export const callsOf = (service: ServiceName, rpc: string): Counted => ({
  service,
  shown: `${service} ${rpc.slice(rpc.lastIndexOf('.') + 1)}`,
  name: 'grpc_server_duration_seconds_count',
  labels: { rpc },
});

export const isCall = ({ name }: Counted): boolean => name.startsWith('grpc');

/** The sum of the series in the text of `/metrics` that have the name and the labels. */
export function countIn(metrics: string, { name, labels }: Pick<Counted, 'name' | 'labels'>): number {
  return seriesIn(metrics, name)
    .filter((series) => Object.entries(labels).every(([label, value]) => series.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** The series with this name. */
export function seriesIn(metrics: string, name: string): { labels: Record<string, string>; value: number }[] {
  return [...metrics.matchAll(/^(\w+)\{(.*)\} (\S+)$/gm)]
    .filter(([, ofName]) => ofName === name)
    .map(([, , text = '', value]) => ({
      labels: Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, set]) => [label, set])),
      value: Number(value),
    }));
}

/** What a replica shows at its `/metrics`; replicas are numbered from 1. */
export async function metricsOf(stack: Stack, service: ServiceName, number: number): Promise<string> {
  const response = await fetch(`http://127.0.0.${number}:${stack.ports[service].ops}/metrics`);
  if (!response.ok) throw new Error(`${service} at 127.0.0.${number} answered ${response.status}`);
  return response.text();
}

export const readCounts = (stack: Stack, counted: Counted, numbers: readonly number[]): Promise<number[]> =>
  Promise.all(numbers.map(async (number) => countIn(await metricsOf(stack, counted.service, number), counted)));

/** How much each replica has counted since `before`, once all together have counted as much as was sent. */
export function countsSince(
  stack: Stack,
  counted: Counted,
  { numbers, before, sent }: { numbers: readonly number[]; before: readonly number[]; sent: number },
): Promise<number[]> {
  // A request is counted a moment after its answer is on its way.
  return eventually(
    async () => {
      const counts = (await readCounts(stack, counted, numbers)).map((count, index) => count - (before[index] ?? 0));
      const total = counts.reduce((sum, count) => sum + count, 0);
      if (total < sent) throw new Error(`${counted.shown}: ${total} of ${sent} were counted`);
      return counts;
    },
    { withinMs: 5_000, everyMs: 50 },
  );
}
