import { execFile } from 'node:child_process';

export interface Limits {
  /** The limit of both elapsed time and CPU time. */
  readonly seconds: number;
  /** The limit of address space: reserved memory counts, too. */
  readonly megabytes: number;
}

/** The time ran out; a slow machine may be the reason. */
export class Overtime extends Error {}

/** The program is missing or may not be run; the file is not the cause. */
export class Unstartable extends Error {}

/** `ulimit -f` counts blocks of 512 or 1024 bytes, depending on the shell: 1 GiB at most. */
const FILE_BLOCKS = 1024 * 1024;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
const CONFINE_SCRIPT = [
  'ulimit -c 0',
  'ulimit -t "$1"',
  `ulimit -f ${FILE_BLOCKS}`,
  'ulimit -n 64',
  // macOS has no limit of address space.
  '{ ulimit -v "$2" 2>/dev/null || [ "$(uname)" = Darwin ]; }',
  'shift 2',
  'exec "$@"',
].join(' && ');

/** Runs a program within its limits, without our environment. @returns its output @throws Overtime, Unstartable, Error */
export function runConfined(program: string, args: readonly string[], { seconds, megabytes }: Limits): Promise<string> {
  const shell = ['-c', CONFINE_SCRIPT, 'sh', String(Math.ceil(seconds)), String(megabytes * 1024), program, ...args];
  return new Promise((resolve, reject) => {
    execFile(
      '/bin/sh',
      shell,
      {
        env: { PATH: process.env.PATH },
        timeout: seconds * 1000,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT_BYTES,
      },
      (error, stdout) => {
        if (!error) resolve(stdout);
        else if (error.signal === 'SIGKILL' || error.signal === 'SIGXCPU') {
          reject(new Overtime(`${program} was stopped after ${seconds} s`, { cause: error }));
        } else if (error.code === 126 || error.code === 127) {
          reject(new Unstartable(`${program} cannot be started`, { cause: error }));
        } else reject(error);
      },
    );
  });
}
