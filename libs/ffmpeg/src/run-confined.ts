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

const FILE_BYTES = 1024 ** 3;
const OPEN_FILES = 64;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Where there is no `prlimit`. `ulimit -f` counts blocks of 512 or 1024 bytes, depending on the shell; macOS has no `-v`. */
const CONFINE_SCRIPT = [
  'ulimit -c 0',
  'ulimit -t "$1"',
  `ulimit -f ${FILE_BYTES / 1024}`,
  `ulimit -n ${OPEN_FILES}`,
  '{ ulimit -v "$2" 2>/dev/null || [ "$(uname)" = Darwin ]; }',
  'shift 2',
  'exec "$@"',
].join(' && ');

/** The command that runs a program within its limits. Containers have no shell, so Linux has one of util-linux. */
function confined(program: string, args: readonly string[], { seconds, megabytes }: Limits): [string, ...string[]] {
  const cpuSeconds = Math.ceil(seconds);
  if (process.platform !== 'linux') {
    return ['/bin/sh', '-c', CONFINE_SCRIPT, 'sh', String(cpuSeconds), String(megabytes * 1024), program, ...args];
  }
  const limits = {
    core: 0,
    cpu: cpuSeconds,
    fsize: FILE_BYTES,
    nofile: OPEN_FILES,
    as: megabytes * 1024 ** 2,
  };
  return ['prlimit', ...Object.entries(limits).map(([name, value]) => `--${name}=${value}`), '--', program, ...args];
}

/** Runs a program within its limits, without our environment. @returns its output @throws Overtime, Unstartable, Error */
export function runConfined(program: string, args: readonly string[], limits: Limits): Promise<string> {
  const { seconds } = limits;
  const [command, ...rest] = confined(program, args, limits);
  return new Promise((resolve, reject) => {
    execFile(
      command,
      rest,
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
        } else if (error.code === 126 || error.code === 127 || String(error.code) === 'ENOENT') {
          reject(new Unstartable(`${program} cannot be started`, { cause: error }));
        } else reject(error);
      },
    );
  });
}
