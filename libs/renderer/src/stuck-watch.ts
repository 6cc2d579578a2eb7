import { processesOf } from './process-group.ts';

export interface StuckLimits {
  /** Time between two polls. */
  readonly pollMs: number;
  /**
   * The group is stuck when this many polls found it idle: no step finished, not running, not waiting for a CPU. A poll
   * that finds it working takes one off the count; a finished step sets it to 0.
   */
  readonly idlePolls: number;
  /** The group is stuck after it used this much CPU time without finishing a step, in ticks of 10 ms. */
  readonly busyTicks: number;
}

export const STUCK_LIMITS: StuckLimits = { pollMs: 1_000, idlePolls: 60, busyTicks: 12_000 };

/**
 * A group with no runnable thread is idle if it used at most this share of a CPU since the last poll; printing progress
 * uses less.
 */
const IDLE_SHARE = 0.02;
const TICK_MS = 10;

/**
 * Watches a process group and calls `onStuck` when it makes no progress: it neither runs nor waits for a CPU, or it runs
 * and finishes no step of the render. A slow group is not stuck. Polls are counted, not time, so time during which this
 * process does not run (the machine sleeps) does not count.
 */
export function watchGroup(
  group: number,
  finishedSteps: () => number,
  onStuck: (why: string) => void,
  stuckLimits = STUCK_LIMITS,
) {
  let lastFinished = finishedSteps();
  let idlePolls = 0;
  let ticksSinceProgress = 0;
  const ticksBefore = new Map<string, number>();
  const timer = setInterval(() => {
    let ticksThisPoll = 0;
    let isRunnable = false;
    let processes = 0;
    for (const process of processesOf(group)) {
      processes++;
      ticksThisPoll += Math.max(0, process.ticks - (ticksBefore.get(process.id) ?? 0));
      ticksBefore.set(process.id, process.ticks);
      isRunnable ||= process.runnable;
    }
    if (finishedSteps() !== lastFinished) {
      lastFinished = finishedSteps();
      idlePolls = 0;
      ticksSinceProgress = 0;
      return;
    }
    ticksSinceProgress += ticksThisPoll;
    // No processes: the group has not started or has ended, or the system has no /proc. None of these is stuck.
    const works = processes === 0 || isRunnable || ticksThisPoll * TICK_MS > stuckLimits.pollMs * IDLE_SHARE;
    // Even a stuck group prints a line every second and may be caught at it: a busy poll cancels one idle poll, not
    // all.
    idlePolls = Math.max(0, idlePolls + (works ? -1 : 1));
    if (idlePolls >= stuckLimits.idlePolls) onStuck('It neither worked nor waited for a processor.');
    else if (ticksSinceProgress >= stuckLimits.busyTicks) onStuck('It used the processor and finished nothing.');
  }, stuckLimits.pollMs);
  return { stop: () => clearInterval(timer) };
}
