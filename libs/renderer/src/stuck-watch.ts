import { processesOf } from './process-group.ts';

export interface Patience {
  /** How often it looks. */
  readonly lookMs: number;
  /** So many looks in which nothing was finished, nothing ran and nothing waited for a processor. */
  readonly idleLooks: number;
  /** Processor time that may be used without finishing anything, in clock ticks of a hundredth of a second. */
  readonly ticks: number;
}

export const PATIENCE: Patience = { lookMs: 1_000, idleLooks: 60, ticks: 12_000 };

/** Of a thread that works, at least so much shows between two looks; a heartbeat takes less. */
const IDLE_SHARE = 0.02;
const TICK_MS = 10;

/**
 * Watches a process group and calls `onStuck` when it gets nowhere: it neither runs nor waits for a processor, or it runs
 * and finishes nothing. How slow it is does not matter. It counts looks, not hours: time in which this process was
 * not running, such as a machine's sleep, is no one's fault.
 */
export function watchGroup(group: number, finished: () => number, onStuck: (why: string) => void, patience = PATIENCE) {
  let known = finished();
  let idle = 0;
  let used = 0;
  const before = new Map<string, number>();
  const timer = setInterval(() => {
    let ran = 0;
    let runnable = false;
    let seen = 0;
    for (const process of processesOf(group)) {
      seen++;
      ran += Math.max(0, process.ticks - (before.get(process.id) ?? 0));
      before.set(process.id, process.ticks);
      runnable ||= process.runnable;
    }
    if (finished() !== known) {
      known = finished();
      idle = 0;
      used = 0;
      return;
    }
    used += ran;
    const works = runnable || ran * TICK_MS > patience.lookMs * IDLE_SHARE || seen === 0;
    // A heartbeat may run at the moment of a look, so one working look only takes one idle look back.
    idle = Math.max(0, idle + (works ? -1 : 1));
    if (idle >= patience.idleLooks) onStuck('It neither worked nor waited for a processor.');
    else if (used >= patience.ticks) onStuck('It used the processor and finished nothing.');
  }, patience.lookMs);
  return { stop: () => clearInterval(timer) };
}
