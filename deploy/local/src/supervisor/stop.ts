import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, type ProcessIdentity, processTree, signal } from './processes.ts';
import { isSupervised, type PartState, readState, removeState } from './state.ts';

const GRACE_MS = 12_000;
const POLL_MS = 50;

/** Ends a process in good order, then all processes that it left behind. Returns false when it had to be forced. */
export async function stopTree(
  leader: ProcessIdentity,
  stopSignal: NodeJS.Signals,
  graceMs = GRACE_MS,
): Promise<boolean> {
  const treeBefore = processTree(leader);
  signal(leader, stopSignal);
  const hasEnded = await waitUntil(() => !isRunning(leader), graceMs);
  // Children that left the session can only be found while their parent lives.
  const survivors = [...treeBefore, ...processTree(leader)].filter(isRunning);
  for (const process of survivors) signal(process, 'SIGKILL');
  await waitUntil(() => !survivors.some(isRunning), GRACE_MS);
  return hasEnded;
}

/**
 * Stops the running parts in reverse order: each as soon as all that started after it have ended.
 * @returns the names of the parts that had processes to stop
 */
export async function stopParts(
  parts: readonly PartState[],
  say: (name: string, inOrder: boolean) => void,
  graceMs = GRACE_MS,
): Promise<string[]> {
  const endings = new Map<string, Promise<void>>();
  const names: string[] = [];
  for (const part of parts.toReversed()) {
    const dependents = parts.filter(({ after }) => after.includes(part.name)).map(({ name }) => endings.get(name));
    endings.set(
      part.name,
      Promise.all(dependents).then(() => stopPart(part)),
    );
  }
  await Promise.all(endings.values());
  return names;

  async function stopPart(part: PartState): Promise<void> {
    if (!part.process || processTree(part.process).length === 0) return;
    names.push(part.name);
    say(part.name, await stopTree(part.process, part.stopSignal, graceMs));
    part.phase = 'stopped';
    part.process = null;
  }
}

/** Stops the stack of this run folder, whether or not its supervisor still runs. */
export async function stopStack(runFolder: string): Promise<{ wasSupervised: boolean; leftovers: string[] }> {
  const state = readState(runFolder);
  const wasSupervised = isSupervised(state);
  if (wasSupervised) {
    signal(state.supervisor, 'SIGTERM');
    if (!(await waitUntil(() => !isRunning(state.supervisor), GRACE_MS * 5))) signal(state.supervisor, 'SIGKILL');
  }
  return { wasSupervised, leftovers: await cleanLeftovers(runFolder) };
}

/**
 * Stops the parts that a killed supervisor left running.
 * @returns the names of those parts
 */
export async function cleanLeftovers(runFolder: string): Promise<string[]> {
  const state = readState(runFolder);
  if (!state || isRunning(state.supervisor)) return [];
  const stoppedParts = await stopParts(state.parts, () => undefined);
  removeState(runFolder);
  return stoppedParts;
}

async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > end) return false;
    await delay(POLL_MS);
  }
  return true;
}
