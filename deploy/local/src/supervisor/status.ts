import { memoryOf, processTree } from './processes.ts';
import { isReady } from './readiness.ts';
import { isSupervised, type PartState, readState } from './state.ts';

export interface PartStatus {
  readonly name: string;
  readonly address: string;
  readonly pid: number | null;
  /** Megabytes of the part and all it started, shared pages counted in full. */
  readonly rssMb: number;
  /** The same with shared pages divided among their users. */
  readonly pssMb: number;
  readonly health: 'ready' | 'not ready' | 'starting' | 'restarting' | 'held' | 'waiting' | 'stopped';
  readonly restarts: number;
}

export interface StackStatus {
  readonly running: boolean;
  readonly phase: 'down' | 'starting' | 'ready' | 'failed' | 'stopping';
  readonly url: string;
  readonly parts: PartStatus[];
  readonly totalPssMb: number;
}

/** The current state of the stack: every part is probed again. */
export async function stackStatus(runFolder: string): Promise<StackStatus> {
  const state = readState(runFolder);
  if (!isSupervised(state)) return { running: false, phase: 'down', url: '', parts: [], totalPssMb: 0 };
  const supervisor: PartStatus = {
    name: 'supervisor',
    address: '',
    pid: state.supervisor.pid,
    // The parts are its descendants and are counted as themselves.
    ...memoryOf([state.supervisor]),
    health: 'ready',
    restarts: 0,
  };
  const parts = await Promise.all(state.parts.filter(({ kind }) => kind === 'part').map(partStatus));
  const allParts = [supervisor, ...parts];
  const totalPssMb = allParts.reduce((sum, { pssMb }) => sum + pssMb, 0);
  return { running: true, phase: state.phase, url: state.url, parts: allParts, totalPssMb };
}

async function partStatus({ name, address, process, phase, ready, restarts }: PartState): Promise<PartStatus> {
  const memory = process ? memoryOf(processTree(process)) : { rssMb: 0, pssMb: 0 };
  const respondsNow = phase === 'ready' && ready !== null && (await isReady(ready));
  return {
    name,
    address,
    pid: process?.pid ?? null,
    ...memory,
    health: phase === 'ready' && !respondsNow ? 'not ready' : phase,
    restarts,
  };
}
