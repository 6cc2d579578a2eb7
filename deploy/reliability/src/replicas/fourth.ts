import { setTimeout as delay } from 'node:timers/promises';
import { table } from '@reelwright/benchmark';
import { SERVICES, type ServiceName } from '@reelwright/local/running-stack';
import { mapConcurrently } from '../map-concurrently.ts';
import type { Stack } from '../stack.ts';
import { countIn, isCall, metricsOf } from './counts.ts';
import type { Read } from './reads.ts';

export const WITHIN_SECONDS = 70;
const ROUND_MS = 500;
/** More than there are replicas, so that the new one has its turn. */
const REQUESTS_A_ROUND = 8;

/** Seconds since the start of a replica. */
interface Joined {
  ready?: number;
  request?: number;
  call?: number;
}

/** Starts another replica of each service in turn, and sends reads until it has answered requests and calls. */
export async function startReplicas(stack: Stack, reads: readonly Read[], number: number) {
  const problems: string[] = [];
  const rows: string[][] = [];
  for (const service of SERVICES) {
    const ofService = reads.filter(({ counted }) => counted.some((one) => one.service === service));
    const hasRpcs = ofService.some(({ counted }) => counted.some((one) => one.service === service && isCall(one)));
    const joined: Joined = {};
    const isIn = () => joined.request !== undefined && (joined.call !== undefined || !hasRpcs);
    const began = performance.now();
    const elapsed = () => (performance.now() - began) / 1_000;
    const started = stack.start(`${service}-${number}`).then(() => {
      joined.ready = elapsed();
    });
    while (!isIn() && elapsed() < WITHIN_SECONDS) {
      for (const read of ofService)
        await mapConcurrently(Array.from({ length: REQUESTS_A_ROUND }), () =>
          read.send().catch((error: unknown) => problems.push(`${read.shown}: ${error}`)),
        );
      await see(stack, { service, number }, joined, elapsed);
      await delay(ROUND_MS);
    }
    await started;
    if (!isIn()) problems.push(`${service}: no requests or calls within ${WITHIN_SECONDS} s`);
    const { ready, request, call } = joined;
    rows.push([service, seconds(ready), seconds(request), hasRpcs ? seconds(call) : 'no rpcs']);
  }
  const lines = table(['started', 'ready', 'first request', 'first call'], rows);
  return { lines, problems, holds: problems.length === 0 };
}

/** Notes when the replica was first seen to have answered a request and a call. */
async function see(
  stack: Stack,
  { service, number }: { service: ServiceName; number: number },
  joined: Joined,
  elapsed: () => number,
): Promise<void> {
  // It may not listen yet.
  const metrics = await metricsOf(stack, service, number).catch(() => '');
  if (countIn(metrics, { name: 'http_request_duration_seconds_count', labels: {} }) > 0) joined.request ??= elapsed();
  if (countIn(metrics, { name: 'grpc_server_duration_seconds_count', labels: {} }) > 0) joined.call ??= elapsed();
}

const seconds = (value: number | undefined): string => (value === undefined ? 'never' : `${value.toFixed(1)} s`);
