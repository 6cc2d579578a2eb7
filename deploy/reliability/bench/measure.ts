import { quantile } from '@reelwright/benchmark';
import type { Load } from './load.ts';

/** Figures of the requests to all services during some work; times in ms. */
export interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
  readonly failed: number;
  readonly p99: number;
  readonly slowest: number;
  readonly lag: number;
}

/** Requests and events during some work, until the last of these events is published. */
export async function measure(loads: readonly Load[], name: string, work: () => Promise<unknown>): Promise<Step> {
  process.stdout.write(`  ${name}\n`);
  for (const load of loads) load.reset();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(loads.map((load) => load.published(1)));
  const times = loads.flatMap((load) => load.times);
  const errors = loads.flatMap((load) => [...load.errors]);
  for (const [error, count] of errors) process.stdout.write(`    ${count} × ${error}\n`);
  return {
    name,
    seconds,
    requests: times.length,
    failed: errors.reduce((sum, [, count]) => sum + count, 0),
    p99: quantile(times, 0.99),
    slowest: greatest(times),
    lag: greatest(loads.flatMap((load) => load.lags)),
  };
}

/** A backfill takes more requests than a call may have arguments. */
const greatest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);
