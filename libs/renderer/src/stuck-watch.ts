import { processesOf } from './process-group.ts';

export interface StuckLimits {
  /** Time between two polls. */
  readonly pollMs: number;
  /** The group is stuck after this many polls in which it finished nothing, did not run and did not wait for a CPU. */
  readonly idlePolls: number;
  /** The group is stuck after it used this much CPU time without finishing anything, in ticks of 10 ms. */
  readonly busyTicks: number;
}

export const STUCK_LIMITS: StuckLimits = { pollMs: 1_000, idlePolls: 60, busyTicks: 12_000 };

/** A group that uses less than this share of a CPU between two polls is idle; printing progress uses less. */
const IDLE_SHARE = 0.02;
const TICK_MS = 10;

/**
 * Watches a process group and calls `onStuck` when it makes no progress: it neither runs nor waits for a CPU, or it runs
 * and finishes nothing. A slow group is not stuck. Polls are counted, not time, so time during which this process does
 * not run (the machine sleeps) does not count.
 */
export function watchGroup(
  group: number,
  finished: () => number,
  onStuck: (why: string) => void,
  stuckLimits = STUCK_LIMITS,
) {
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
    const works = runnable || ran * TICK_MS > stuckLimits.pollMs * IDLE_SHARE || seen === 0;
    // The group may print progress during a poll, so a busy poll only cancels one idle poll.
    idle = Math.max(0, idle + (works ? -1 : 1));
    if (idle >= stuckLimits.idlePolls) onStuck('It neither worked nor waited for a processor.');
    else if (used >= stuckLimits.busyTicks) onStuck('It used the processor and finished nothing.');
  }, stuckLimits.pollMs);
  return { stop: () => clearInterval(timer) };
}
