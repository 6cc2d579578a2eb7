import autocannon from 'autocannon';

export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 200. */
  readonly refused: number;
}

/** Signed-in reads over kept connections, as many as are answered. @throws when there is no answer at all */
export async function load(options: {
  url: string;
  cookie: string;
  seconds: number;
  connections?: number;
}): Promise<Load> {
  const result = await autocannon({
    url: `${options.url}/api/user-drive-folder`,
    headers: { cookie: options.cookie },
    connections: options.connections ?? 32,
    duration: options.seconds,
  });
  if (result['2xx'] === 0) throw new Error(`nothing but ${result.non2xx} refusals and ${result.errors} errors`);
  const refused = result.non2xx + result.errors;
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99, refused };
}
