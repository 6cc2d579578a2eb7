import { setTimeout as delay } from 'node:timers/promises';
import { shuffled } from '@reelwright/local/random';
import { SERVICES } from '@reelwright/local/running-stack';
import type { Stack } from './stack.ts';

export interface Suspending {
  readonly stack: Stack;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/** The longest suspension beside `work`: longer than a lease, so that another replica takes over. */
const LONGEST_MS = 20_000;

/** Suspends one replica of the service for so long (SIGSTOP), if it has several. `suspended` lists those that are. */
export async function suspendReplica(
  { stack, random, say }: Suspending,
  service: string,
  { ms, suspended, until }: { ms: number; suspended: Set<string>; until?: AbortSignal },
): Promise<void> {
  const replicas = stack.replicas(service);
  const [replica] = shuffled(replicas, random);
  if (replicas.length === 1 || !replica) return;
  suspended.add(replica);
  say(`     ${replica.padEnd(14)} suspended for ${(ms / 1000).toFixed(1)} s`);
  stack.freeze(replica);
  await delay(ms, undefined, { ...(until && { signal: until }) }).catch(() => undefined);
  stack.thaw(replica);
  suspended.delete(replica);
}

/** While `work` runs, one replica after the other is suspended, each of a random service. Afterwards none is. */
export async function besideSuspensions<Result>(suspending: Suspending, work: () => Promise<Result>): Promise<Result> {
  const { stack, random } = suspending;
  const several = SERVICES.filter((service) => stack.replicas(service).length > 1);
  const ending = new AbortController();
  async function suspendInTurn(): Promise<void> {
    while (several.length > 0 && !ending.signal.aborted) {
      const [service = ''] = shuffled(several, random);
      const ms = Math.round(random() * LONGEST_MS);
      await suspendReplica(suspending, service, { ms, suspended: new Set(), until: ending.signal });
    }
  }
  const suspensions = suspendInTurn();
  try {
    return await work();
  } finally {
    ending.abort();
    await suspensions;
  }
}
