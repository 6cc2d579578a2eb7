import { setTimeout as delay } from 'node:timers/promises';
import { shuffled } from '@reelwright/local/random';
import { SERVICES } from '@reelwright/local/running-stack';
import type { Killing } from './kill-report.ts';

const PARTS = [...SERVICES, 'gateway', 'kafka', 'postgres'];
/** Each round kills a part at a random moment within this time after its posts fell due. */
const MOMENT_MS = 3_500;

/** In each round one slot's posts fall due, another slot's videos are requested, and one part is killed meanwhile. */
export async function killAtRandom(
  { stack, slots, kills, say }: Killing,
  { rounds, random }: { rounds: number; random: () => number },
): Promise<void> {
  const parts = Array.from({ length: rounds }, (_, round) => PARTS[round % PARTS.length] ?? 'postgres');
  for (const [round, part] of shuffled(parts, random).entries()) {
    await slots.next();
    const moment = Math.round(random() * MOMENT_MS);
    await delay(moment);
    const killedAt = Date.now();
    await stack.back(part, stack.kill(part));
    const backAt = Date.now();
    kills.push({ part, killedAt, backAt });
    const downSeconds = ((backAt - killedAt) / 1000).toFixed(1);
    say(
      `${`${round + 1}.`.padStart(4)} ${part.padEnd(14)} killed ${String(moment).padStart(4)} ms after its slot, back after ${downSeconds} s`,
    );
  }
}
