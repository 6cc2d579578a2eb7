import { setTimeout } from 'node:timers/promises';

/** Waits, or rejects as soon as the work is called off. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal });
}
