import { setTimeout } from 'node:timers/promises';

/** Waits, or rejects with the signal's reason as soon as the work is called off. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
