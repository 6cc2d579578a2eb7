import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from '@reelwright/logger';
import { consoleServer } from './console/server.ts';
import type { Away } from './core/away.ts';
import { type Clock, ownClock } from './core/clock.ts';
import type { Origins, Ports, ProviderName } from './core/origins.ts';
import { type LoggedRequest, requestLog } from './core/requests.ts';
import { openInbox } from './mail/inbox.ts';
import { openSandbox, resetOf } from './open.ts';
import { providersOf } from './providers.ts';
import type { AwaySurface, SandboxOptions } from './start.ts';

/** The start parameters of a provider's thread. */
export interface ThreadData {
  name: ProviderName;
  dir: string;
  ports: Ports;
  host: string;
  /** Milliseconds that product time is ahead of real time, in memory that all threads share. */
  offset: Float64Array;
  serverHost?: string;
  productUrl?: string;
  videoSeconds?: number;
  ffmpeg?: string;
}

/** Messages to a thread, which replies 'ready' to 'closePort' and 'openPort'. */
export type ThreadCommand = 'close' | 'closePort' | 'openPort';

/** Only the thread that exceeds a limit ends. A small young generation saves 40 MB over all threads. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };
/** The least time between two starts of a thread. */
const restartPauseMs = 1_000;

/**
 * Starts the sandbox with a thread for each provider; console and mailboxes run in this thread. A thread that ends is
 * started again with the same state, without effect on the others. Resolves once all of them listen.
 * @param clockOn creates the clock, which must call its argument with every new offset
 */
export async function startThreads(
  options: Omit<SandboxOptions, 'ports' | 'clock'> & { ports: Ports },
  logger: Logger,
  clockOn: (onOffset: (milliseconds: number) => void) => Clock | Promise<Clock> = ownClock,
): Promise<{ origins: Origins; close(): Promise<void> }> {
  const { ports, host = '127.0.0.1' } = options;
  const offset = new Float64Array(new SharedArrayBuffer(8));
  const clock = await clockOn((milliseconds) => {
    offset[0] = milliseconds;
  });
  const sandbox = openSandbox({ ...options, clock });
  const inbox = openInbox(sandbox);
  const requests = requestLog();
  const providers = await providersOf(undefined, sandbox, options);
  let isClosing = false;

  const threads = new Map<ProviderName, Worker>();
  const start = async (name: ProviderName): Promise<void> => {
    const startedAt = Date.now();
    const workerData: ThreadData = { ...options, name, host, offset };
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData, resourceLimits });
    threads.set(name, thread);
    const ready = Promise.withResolvers<void>();
    let isReady = false;
    thread.on('message', (message: LoggedRequest | 'ready') => {
      if (message !== 'ready') return requests.add(message);
      isReady = true;
      ready.resolve();
    });
    thread.on('error', (error) => logger.error({ err: error, provider: name }, 'a provider crashed'));
    // All messages have arrived at 'exit'. At 'error' earlier messages may be missing, so it is only logged.
    thread.once('exit', async () => {
      if (!isReady) return ready.reject(new Error(`The provider '${name}' did not start.`));
      if (isClosing) return;
      await sleep(Math.max(0, startedAt + restartPauseMs - Date.now()));
      await restart(name);
    });
    await ready.promise;
  };
  const restart = async (name: ProviderName): Promise<void> => {
    while (!isClosing) {
      try {
        await start(name);
        logger.warn({ provider: name }, 'a provider was started again');
        return;
      } catch (error) {
        logger.error({ err: error, provider: name }, 'a provider could not be started again');
        await sleep(restartPauseMs);
      }
    }
  };

  await Promise.all(providers.map(({ name }) => start(name)));
  await inbox.listen(ports.smtp, host);
  const setAway = async (surface: AwaySurface, how: Away | undefined): Promise<void> => {
    if (surface === 'smtp') return inbox.setAway(how);
    sandbox.chaos.set(surface, { error5xx: how === 'unavailable' ? 1 : 0, only: '' });
    const thread = threads.get(surface);
    if (!thread || thread.threadId === -1) return;
    const command: ThreadCommand = how === 'refused' ? 'closePort' : 'openPort';
    thread.postMessage(command);
    for (;;) if ((await once(thread, 'message'))[0] === 'ready') return;
  };
  const app = consoleServer({ sandbox, providers, requests, inbox, setAway, reset: resetOf(sandbox, providers) });
  await app.listen({ port: ports.console, host });

  const close = async (): Promise<void> => {
    isClosing = true;
    const exits = [...threads.values()].map(async (thread) => {
      const command: ThreadCommand = 'close';
      thread.postMessage(command);
      if (thread.threadId !== -1) await once(thread, 'exit');
    });
    await Promise.all([inbox.close(), app.close(), ...exits]);
    sandbox.store.close();
    sandbox.journal.close();
  };
  return { origins: sandbox.origins, close };
}
