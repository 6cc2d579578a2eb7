import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningStack, runningStack } from '@reelwright/local/running-stack';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Ports that no other stack uses; `PORT_BASE=n` sets others. */
const PORT_BASE = Number(process.env.PORT_BASE || 28_080);
/** A constant pause, because a growing one would keep a part that is killed often unavailable for longer each time. */
const RESTART_WAIT_MS = 50;
const BACK_WITHIN_MS = 90_000;
const POLL_MS = 50;

/** A running stack that a proof may disturb. With `REPLICAS=2` each service is two parts: `auth` and `auth-2`. */
export interface Stack {
  /** The gateway's address. */
  readonly baseUrl: string;
  /** The address of the sandbox's console, with journal, clock and chaos switches. */
  readonly sandboxUrl: string;
  readonly ports: RunningStack['ports'];
  readonly home: string;
  /** The parts of a service; of another part, itself. */
  replicas(part: string): string[];
  /** The process ids of a part, with its replicas. */
  pids(part: string): number[];
  /** Sends a signal to a part, SIGKILL by default; the supervisor starts it again. @returns the process id it had */
  kill(part: string, signal?: NodeJS.Signals): number;
  /** Resolves once the part is ready in a process other than `not`. */
  back(part: string, not: number): Promise<void>;
  /** Resolves once all replicas of the part are ready, one of them in a process other than these. */
  restarted(part: string, not: readonly number[]): Promise<void>;
  /** Ends the part and its replicas with their stop signal, or with the given one. They stay stopped until `start`. */
  stop(part: string, signal?: NodeJS.Signals): Promise<void>;
  start(part: string): Promise<void>;
  /** Suspends the processes of the part (SIGSTOP) with their connections open, until `thaw`. */
  freeze(part: string): void;
  thaw(part: string): void;
  /** The address with which the service connects to its database. */
  databaseUrl(service: string): string;
  /** The address of a role that may create and drop databases. */
  adminUrl(): string;
  kafka: RunningStack['kafka'];
  status: RunningStack['status'];
  efforts: RunningStack['efforts'];
}

export interface StackOptions {
  /** Settings of `make up`, such as OBJECT_STORE_URL or LOG_LEVEL. RENDERER_QUALITY is `instant` by default. */
  readonly env?: Readonly<Record<string, string>>;
  /** Programs that replace a service's `src/main.ts`, as paths from the checkout's root. */
  readonly mains?: Readonly<Record<string, string>>;
  /** Parts that are not started. */
  readonly without?: readonly string[];
  /** Parts that are not started before `start`. */
  readonly held?: readonly string[];
}

/**
 * A remote video model, as in production, where a job that was accepted must not be paid for twice. The sandbox's model
 * copies a clip, so that no render takes CPU time from calls with deadlines.
 */
export const REMOTE_MODEL = { VIDEO_MODEL: 'veo', SANDBOX_VIDEO_SECONDS: '0.05', VIDEO_MODEL_POLL_MS: '100' } as const;

/**
 * Starts a whole stack on ports of its own, passes it to `use`, and removes it afterwards.
 * With `KEEP=1` it stays running until the next run removes it.
 */
export async function withStack<Result>(
  { env = {}, mains = {}, without = [], held = [] }: StackOptions,
  use: (stack: Stack) => Promise<Result>,
): Promise<Result> {
  const home = join(ROOT, '.reelwright/reliability');
  const stackEnv: NodeJS.ProcessEnv = {
    ...process.env,
    // The servers in the environment may hold a developer's data, so this stack starts its own.
    DATABASE_URL: '',
    KAFKA_BROKERS: '',
    LOG_LEVEL: 'warn',
    RENDERER_QUALITY: 'instant',
    ...env,
    PORT_BASE: String(PORT_BASE),
    REELWRIGHT_HOME: home,
    RESTART_WAIT_MS: String(RESTART_WAIT_MS),
    TEST_MAINS: Object.entries(mains)
      .map((pair) => pair.join('='))
      .join(','),
    TEST_WITHOUT: without.join(','),
    TEST_HELD: held.join(','),
  };
  const drop = () => runTarget('reset', stackEnv);
  const dropOnSignal = () => void drop().finally(() => process.exit(130));
  await drop();
  process.once('SIGINT', dropOnSignal).once('SIGTERM', dropOnSignal);
  try {
    const code = await runTarget('up', { ...stackEnv, DETACH: '1' });
    if (code !== 0) throw new Error('the stack did not start');
    return await use(stackOf(runningStack(stackEnv), home));
  } finally {
    process.off('SIGINT', dropOnSignal).off('SIGTERM', dropOnSignal);
    if (process.env.KEEP !== '1') await drop();
  }
}

function stackOf(running: RunningStack, home: string): Stack {
  const { ports, part } = running;
  const pids = (name: string) => running.replicas(name).flatMap((replica) => part(replica).process?.pid ?? []);
  const until = async (what: string, holds: () => boolean) => {
    for (const end = performance.now() + BACK_WITHIN_MS; !holds(); await delay(POLL_MS))
      if (performance.now() > end) throw new Error(`${what} within ${BACK_WITHIN_MS / 1000} s`);
  };
  const isReady = (name: string) => part(name).phase === 'ready' && part(name).process !== null;
  const restarted = (name: string, not: readonly number[]) =>
    until(
      `${name} did not come back`,
      () => running.replicas(name).every(isReady) && pids(name).some((pid) => !not.includes(pid)),
    );
  return {
    baseUrl: `http://localhost:${ports.gateway.http}`,
    sandboxUrl: `http://localhost:${ports.sandbox.console}`,
    ports,
    home,
    replicas: running.replicas,
    pids,
    kill(name, signal = 'SIGKILL') {
      const killed = part(name).process?.pid ?? 0;
      running.signal(name, signal);
      return killed;
    },
    back: (name, not) => until(`${name} did not come back`, () => isReady(name) && part(name).process?.pid !== not),
    restarted,
    async stop(name, signal) {
      const replicas = running.replicas(name);
      for (const replica of replicas) {
        running.hold(replica);
        running.signal(replica, signal ?? part(replica).stopSignal);
      }
      await until(`${name} did not end`, () => replicas.every((replica) => part(replica).phase === 'held'));
    },
    async start(name) {
      for (const replica of running.replicas(name)) running.release(replica);
      await restarted(name, []);
    },
    freeze: (name) => running.signalAll(name, 'SIGSTOP'),
    thaw: (name) => running.signalAll(name, 'SIGCONT'),
    databaseUrl: (service) => running.databases().service(service),
    adminUrl: () => running.databases().admin,
    kafka: running.kafka,
    status: running.status,
    efforts: running.efforts,
  };
}

/** Runs a program of deploy/local and shows its output. @returns its exit code */
function runTarget(name: string, env: NodeJS.ProcessEnv): Promise<number> {
  const script = join(ROOT, 'deploy/local/src', `${name}.ts`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((done) => child.on('close', (code) => done(code ?? 1)));
}
