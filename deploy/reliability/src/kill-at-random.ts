import { setTimeout as delay } from 'node:timers/promises';
import { shuffled } from '@reelwright/local/random';
import { SERVICES } from '@reelwright/local/running-stack';
import type { Killing } from './kill-report.ts';
import { suspendReplica } from './suspend-replicas.ts';

const PARTS = [...SERVICES, 'gateway', 'kafka', 'postgres'];
/** Each round kills a part at a random moment within this time after its posts fell due. */
const MOMENT_MS = 3_500;
/** Longer than a lease, so that another replica takes over work that the suspended one still believes to be its own. */
const LONGEST_SUSPENSION_MS = 75_000;

/**
 * In each round one slot's posts fall due, another slot's videos are requested, and one part is killed meanwhile. With
 * replicas, one of another service is suspended meanwhile (SIGSTOP), for longer than the round.
 */
export async function killAtRandom(
  { stack, slots, kills, say }: Killing,
  { rounds, random }: { rounds: number; random: () => number },
): Promise<void> {
  const parts = Array.from({ length: rounds }, (_, round) => PARTS[round % PARTS.length] ?? 'postgres');
  const suspensions: Promise<void>[] = [];
  const suspended = new Set<string>();
  for (const [round, part] of shuffled(parts, random).entries()) {
    await slots.next();
    const moment = Math.round(random() * MOMENT_MS);
    await delay(moment);
    const running = stack.replicas(part).filter((replica) => !suspended.has(replica));
    const [victim = part] = shuffled(running, random);
    const killedAt = Date.now();
    const before = stack.kill(victim);
    const [service = part] = shuffled(SERVICES, random);
    if (service !== part && stack.replicas(service).every((replica) => !suspended.has(replica)))
      suspensions.push(
        suspendReplica({ stack, random, say }, service, {
          ms: Math.round(random() * LONGEST_SUSPENSION_MS),
          suspended,
        }),
      );
    await stack.back(victim, before);
    const backAt = Date.now();
    kills.push({ part: victim, killedAt, backAt });
    const downSeconds = ((backAt - killedAt) / 1000).toFixed(1);
    say(
      `${`${round + 1}.`.padStart(4)} ${victim.padEnd(14)} killed ${String(moment).padStart(4)} ms after its slot, back after ${downSeconds} s`,
    );
  }
  await Promise.all(suspensions);
}
