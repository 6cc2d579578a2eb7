import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** How often a process is looked at that may not need more than so much memory. */
const LOOK_MS = 2;
const CGROUPS = '/sys/fs/cgroup';
/** Known, of libraries, and no news in a table of figures. */
const QUIET = ['ExperimentalWarning', 'TimeoutNegativeWarning', 'FSTDEP023'].map((name) => `--disable-warning=${name}`);

export interface MeasuredProcess {
  readonly url: string;
  /** Memory at this moment (0: the process is gone) and the most there was since `forgetPeak`, in MiB. */
  memory(): number;
  peak(): number;
  forgetPeak(): void;
  stop(): Promise<void>;
}

interface Limit {
  readonly how: string;
  /** The shell line that brings a process under the limit before it becomes what it is. */
  readonly enter: string;
  watch(child: ChildProcess): void;
  end(): void;
}

/**
 * A limit of memory for one process and no swap: a cgroup v2 where one can be made, else somebody who looks every 2 ms and
 * kills, as the kernel would. The kernel's own record of the peak tells afterwards whether one got by between two looks.
 */
export function limitMemory(megabytes: number): Limit {
  const folder = `${CGROUPS}/reelwright-bench-${process.pid}-${Date.now()}`;
  try {
    readFileSync(`${CGROUPS}/cgroup.controllers`);
    mkdirSync(folder);
    try {
      writeFileSync(`${folder}/memory.max`, String(megabytes * 2 ** 20));
      writeFileSync(`${folder}/memory.swap.max`, '0');
      const end = () => rmdirSync(folder);
      return { how: 'cgroup v2', enter: `echo $$ > ${folder}/cgroup.procs`, watch: () => undefined, end };
    } catch (error) {
      rmdirSync(folder);
      throw error;
    }
  } catch {
    const watch = (child: ChildProcess) => {
      const timer = setInterval(() => {
        if (statusOf(child, 'VmRSS') > megabytes) child.kill('SIGKILL');
      }, LOOK_MS);
      child.once('exit', () => clearInterval(timer));
    };
    return { how: `resident memory looked at every ${LOOK_MS} ms`, enter: ':', watch, end: () => undefined };
  }
}

/** Starts a service in a process of its own; resolves once it listens. */
export async function startMeasured(options: {
  file: string;
  flags: readonly string[];
  env: NodeJS.ProcessEnv;
  limit?: Limit;
}): Promise<MeasuredProcess> {
  const { file, flags, limit } = options;
  const command = `${limit?.enter ?? ':'} && exec "$@"`;
  const child = spawn('/bin/sh', ['-c', command, 'sh', process.execPath, ...QUIET, ...flags, file], {
    env: { PATH: process.env.PATH, ...options.env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const url = await addressOf(child);
  limit?.watch(child);
  return {
    url,
    memory: () => statusOf(child, 'VmRSS'),
    peak: () => statusOf(child, 'VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    async stop() {
      child.kill('SIGTERM');
      await gone;
      limit?.end();
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output to read');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const port = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    child.stdout.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error(`the service did not start:\n${lines.join('\n')}`);
}

/** A figure of /proc in MiB; 0 when the process is gone. */
function statusOf({ pid }: ChildProcess, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
