import type { Benchmark, Samples } from '@reelwright/benchmark';
import autocannon from 'autocannon';

export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 200. */
  readonly refused: number;
}

/** Expects that none of these reads was refused. */
export function expectNoRefusals(bench: Benchmark, what: string, samples: Samples<keyof Load>): void {
  const refused = [...samples.values()].flat().reduce((sum, figures) => sum + figures.refused, 0);
  bench.expect(what, refused === 0, `${refused} refused`);
}

/**
 * Signed-in reads, as many as are answered, each person on a connection of their own.
 * @throws when there is no answer at all
 */
export async function load(options: {
  /** The full URL of the read. */
  url: string;
  /** One a person. */
  cookies: readonly string[];
  seconds: number;
}): Promise<Load> {
  let next = 0;
  const result = await autocannon({
    url: options.url,
    connections: options.cookies.length,
    setupClient(client) {
      client.setHeaders({ cookie: options.cookies[next++ % options.cookies.length] ?? '' });
    },
    duration: options.seconds,
  });
  if (result['2xx'] === 0) throw new Error(`nothing but ${result.non2xx} refusals and ${result.errors} errors`);
  const refused = result.non2xx + result.errors;
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99, refused };
}
