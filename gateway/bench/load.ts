import type { Benchmark, Samples } from '@reelwright/benchmark';
import autocannon from 'autocannon';

export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 200. */
  readonly failed: number;
}

/** Expects that none of these reads failed. */
export function expectNoErrors(bench: Benchmark, what: string, samples: Samples<keyof Load>): void {
  const failed = [...samples.values()].flat().reduce((sum, figures) => sum + figures.failed, 0);
  bench.expect(what, failed === 0, `${failed} failed`);
}

/**
 * Signed-in reads, as many as the server can serve, each person on a connection of their own.
 * @throws when no read succeeds
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
  if (result['2xx'] === 0) throw new Error(`nothing but ${result.non2xx} error responses and ${result.errors} errors`);
  const failed = result.non2xx + result.errors;
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99, failed };
}
