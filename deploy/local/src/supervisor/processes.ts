import { readdirSync, readFileSync } from 'node:fs';

/** A process id alone may be reused; with its start time (clock ticks since boot) it identifies one process. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

interface ProcessStat extends ProcessIdentity {
  readonly parent: number;
  readonly session: number;
  readonly isZombie: boolean;
}

/** A tick of the kernel's clock, the same on every Linux. */
const TICK_MS = 10;

export interface Memory {
  /** Megabytes, shared pages counted in full. */
  readonly rssMb: number;
  /** Megabytes, shared pages divided among their users: these add up. */
  readonly pssMb: number;
}

export function identify(pid: number): ProcessIdentity | undefined {
  const stat = readStat(pid);
  return stat && { pid: stat.pid, startTime: stat.startTime };
}

export function isRunning(identity: ProcessIdentity): boolean {
  const stat = readStat(identity.pid);
  return stat !== undefined && !stat.isZombie && stat.startTime === identity.startTime;
}

/**
 * The process with all it started. Descendants are followed by parent; those whose parent died are still in
 * the session the part was started in (PostgreSQL's backends leave the session, but never their parent).
 */
export function processTree(leader: ProcessIdentity): ProcessIdentity[] {
  const processes = listProcesses();
  const inUse = processes.find(({ pid }) => pid === leader.pid);
  // Another process has the number now. A living session keeps its number, so nothing of ours is left.
  if (inUse && inUse.startTime !== leader.startTime) return [];
  const members = new Map<number, ProcessStat>();
  for (const stat of processes) if (stat.pid === leader.pid || stat.session === leader.pid) members.set(stat.pid, stat);
  for (let sizeBefore = -1; sizeBefore !== members.size; ) {
    sizeBefore = members.size;
    for (const stat of processes) if (members.has(stat.parent)) members.set(stat.pid, stat);
  }
  return [...members.values()].filter(({ isZombie }) => !isZombie);
}

export function memoryOf(processes: readonly ProcessIdentity[]): Memory {
  let rss = 0;
  let pss = 0;
  for (const { pid } of processes) {
    const rollup = readProc(`${pid}/smaps_rollup`) ?? '';
    rss += kilobytes(rollup, 'Rss');
    pss += kilobytes(rollup, 'Pss');
  }
  return { rssMb: Math.round(rss / 1024), pssMb: Math.round(pss / 1024) };
}

/** The work of processes since they started, with that of their ended children. */
export interface Effort {
  readonly cpuMs: number;
  /** How often a thread slept and was woken. */
  readonly wakeUps: number;
}

export function effortOf(processes: readonly ProcessIdentity[]): Effort {
  let ticks = 0;
  let wakeUps = 0;
  for (const { pid } of processes) {
    // User, system, and the same of ended children.
    for (const field of statFields(readProc(`${pid}/stat`) ?? '').slice(11, 15)) ticks += Number(field);
    for (const thread of threadsOf(pid))
      wakeUps += Number(
        /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readProc(`${pid}/task/${thread}/status`) ?? '')?.[1] ?? 0,
      );
  }
  return { cpuMs: ticks * TICK_MS, wakeUps };
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A process that has already ended is not an error. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): void {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The id differs after a reboot, when recorded start times are no longer valid. */
export function bootId(): string {
  return readProc('sys/kernel/random/boot_id')?.trim() ?? 'unknown';
}

function listProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat !== undefined);
}

function readStat(pid: number): ProcessStat | undefined {
  const line = readProc(`${pid}/stat`);
  if (!line) return undefined;
  const fields = statFields(line);
  const [state, parent, , session] = fields;
  return {
    pid,
    parent: Number(parent),
    session: Number(session),
    startTime: fields[19] ?? '',
    isZombie: state === 'Z' || state === 'X',
  };
}

/** The fields from the state on: the command before it, in parentheses, may contain spaces and parentheses. */
function statFields(line: string): string[] {
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

function kilobytes(rollup: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0);
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return undefined; // gone, or another user's
  }
}
