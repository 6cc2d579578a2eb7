import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootId, identify, isRunning, type ProcessIdentity } from './processes.ts';
import type { ReadinessProbe } from './readiness.ts';

export type PartPhase = 'waiting' | 'starting' | 'ready' | 'restarting' | 'held' | 'stopped';

export interface PartState {
  readonly name: string;
  readonly kind: 'part' | 'step';
  /** The parts that start before it and stop after it. */
  readonly after: readonly string[];
  readonly address: string;
  readonly ready: ReadinessProbe | null;
  readonly stopSignal: NodeJS.Signals;
  phase: PartPhase;
  process: ProcessIdentity | null;
  restarts: number;
}

/** The state of a stack for other processes: `make down`, `status`, the next `make up`. */
export interface StackState {
  readonly bootId: string;
  readonly supervisor: ProcessIdentity;
  readonly url: string;
  phase: 'starting' | 'ready' | 'failed' | 'stopping';
  /** Why it failed, in one sentence. */
  reason: string | null;
  parts: PartState[];
}

export function stateFile(runFolder: string): string {
  return join(runFolder, 'state.json');
}

export function newState(url: string): StackState {
  const supervisor = identify(process.pid);
  if (!supervisor) throw new Error('/proc does not list this process.');
  return { bootId: bootId(), supervisor, url, phase: 'starting', reason: null, parts: [] };
}

/** Synchronous and by rename, so that a complete file always lists every running process. */
export function writeState(runFolder: string, state: StackState): void {
  const file = stateFile(runFolder);
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 2));
  renameSync(`${file}.new`, file);
}

export function readState(runFolder: string): StackState | undefined {
  try {
    const state = JSON.parse(readFileSync(stateFile(runFolder), 'utf8')) as StackState;
    return state.bootId === bootId() ? state : undefined;
  } catch {
    return undefined;
  }
}

export function removeState(runFolder: string): void {
  rmSync(stateFile(runFolder), { force: true });
}

export function isSupervised(state: StackState | undefined): state is StackState {
  return state !== undefined && isRunning(state.supervisor);
}
