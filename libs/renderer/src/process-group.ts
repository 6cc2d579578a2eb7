import { readdirSync, readFileSync } from 'node:fs';

/** A process as proc(5) shows it. */
export interface GroupProcess {
  readonly id: string;
  readonly name: string;
  /** Processor time it has used, in clock ticks. */
  readonly ticks: number;
  /** The same of its children that have ended. */
  readonly childTicks: number;
  readonly pages: number;
  /** One of its threads runs, or waits for a processor. */
  readonly runnable: boolean;
}

/** The living processes of a group; nothing where there is no /proc. */
export function* processesOf(group: number): Generator<GroupProcess> {
  for (const id of namesIn('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readStat(`/proc/${id}/stat`);
    // After the name: state, ppid, pgrp, …, utime, stime, cutime, cstime (fields 14 to 17), …, rss (24).
    if (!stat || Number(stat.fields[2]) !== group) continue;
    yield {
      id,
      name: stat.name,
      ticks: Number(stat.fields[11]) + Number(stat.fields[12]),
      childTicks: Number(stat.fields[13]) + Number(stat.fields[14]),
      pages: Number(stat.fields[21]),
      runnable: namesIn(`/proc/${id}/task`).some(
        (task) => readStat(`/proc/${id}/task/${task}/stat`)?.fields[0] === 'R',
      ),
    };
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // it has ended between two looks
  }
}

function readStat(path: string): { name: string; fields: string[] } | undefined {
  try {
    const text = readFileSync(path, 'latin1');
    const end = text.lastIndexOf(')'); // the name may hold spaces
    return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
  } catch {
    return undefined;
  }
}
