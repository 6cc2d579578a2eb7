import { readdirSync, readFileSync } from 'node:fs';

/** A process, as proc(5) describes it. */
export interface GroupProcess {
  readonly id: string;
  readonly name: string;
  /** CPU time it has used, in clock ticks. */
  readonly ticks: number;
  /** CPU time of its ended children, in clock ticks. */
  readonly childTicks: number;
  readonly pages: number;
  /** True when one of its threads is running or waiting for a CPU. */
  readonly runnable: boolean;
}

/** The live processes of a group; empty on systems without /proc. */
export function* processesOf(group: number): Generator<GroupProcess> {
  for (const id of namesIn('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readStat(`/proc/${id}/stat`);
    // `fields` starts after the name: state, ppid, pgrp, …, utime, stime, cutime, cstime (14 to 17 in proc(5)), …, rss (24).
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
    return []; // the process has ended
  }
}

function readStat(path: string): { name: string; fields: string[] } | undefined {
  try {
    const text = readFileSync(path, 'latin1');
    const end = text.lastIndexOf(')'); // the name may contain spaces
    return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
  } catch {
    return undefined;
  }
}
