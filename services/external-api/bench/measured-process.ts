import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The poll interval for a process with a memory limit. */
const POLL_MS = 2;
const CGROUPS = '/sys/fs/cgroup';
/** Known warnings of libraries, which would clutter the output. */
const QUIET = ['ExperimentalWarning', 'TimeoutNegativeWarning', 'FSTDEP023'].map((name) => `--disable-warning=${name}`);

export interface MeasuredProcess {
  readonly url: string;
  /** Current memory (0 when the process has ended) and the peak since `forgetPeak`, in MiB. */
  memory(): number;
  peak(): number;
  forgetPeak(): void;
  stop(): Promise<void>;
}

interface Limit {
  readonly how: string;
  /** The shell command that puts a process under the limit before it starts the program. */
  readonly enter: string;
  watch(child: ChildProcess): void;
  end(): void;
}

/**
 * A memory limit for one process, without swap: a cgroup v2 if possible, else a poll every 2 ms that kills the process.
 * The kernel's recorded peak shows whether a process exceeded the limit between two polls.
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
      }, POLL_MS);
      child.once('exit', () => clearInterval(timer));
    };
    return { how: `resident memory polled every ${POLL_MS} ms`, enter: ':', watch, end: () => undefined };
  }
}

/** Starts a service in a separate process; resolves once it listens. */
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
  const exited = once(child, 'exit');
  const url = await addressOf(child);
  limit?.watch(child);
  return {
    url,
    memory: () => statusOf(child, 'VmRSS'),
    peak: () => statusOf(child, 'VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    async stop() {
      child.kill('SIGTERM');
      await exited;
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

/** A value of /proc in MiB; 0 when the process has ended. */
function statusOf({ pid }: ChildProcess, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
