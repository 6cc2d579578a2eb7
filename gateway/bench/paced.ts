import { Agent, get } from 'node:http';
import { quantile } from '@reelwright/benchmark';
import type { Load } from './load.ts';

const CONNECTIONS = 32;

/**
 * Signed-in reads that begin evenly spaced, whether or not the ones before have ended. Each is timed from its planned
 * start, so that a queue in front of it counts.
 */
export async function pacedReads(options: {
  url: string;
  cookie: string;
  seconds: number;
  perSecond: number;
}): Promise<Load> {
  const { seconds, perSecond } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const reads: Promise<boolean>[] = [];
  const read = (due: number) =>
    new Promise<boolean>((resolve) => {
      get(options.url, { agent, headers: { cookie: options.cookie } }, (response) => {
        response.resume().once('end', () => {
          times.push(performance.now() - due);
          resolve(response.statusCode === 200);
        });
      }).once('error', () => resolve(false));
    });
  const began = performance.now();
  const count = seconds * perSecond;
  while (reads.length < count) {
    const due = began + (reads.length * 1_000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    else reads.push(read(due));
  }
  const failed = (await Promise.all(reads)).filter((isRead) => !isRead).length;
  agent.destroy();
  return { perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed };
}
