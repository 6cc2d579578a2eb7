import { closeSync, copyFileSync, fstatSync, openSync, readdirSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const ROTATE_AT_BYTES = 20e6;
const TAIL_BYTES = 8192;

export function logFile(logsFolder: string, part: string): string {
  return join(logsFolder, `${part}.log`);
}

/** The last lines of a log, oldest first; none when there is no log yet. */
export function lastLogLines(file: string, count: number): string[] {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    return buffer
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-count);
  } finally {
    closeSync(handle);
  }
}

/** Keeps one older file per part. The writer appends, so truncating the file loses at most the lines of that moment. */
export function rotateLogs(logsFolder: string, limitBytes = ROTATE_AT_BYTES): void {
  for (const name of readdirSync(logsFolder)) {
    const file = join(logsFolder, name);
    if (!name.endsWith('.log') || statSync(file).size <= limitBytes) continue;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  }
}
