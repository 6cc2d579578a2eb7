import { once } from 'node:events';
import { createLogger } from '@reelwright/logger';
import { type Component, runUntilSignal } from '../src/index.ts';

/** A process as the services run one; `argv[2]` names what goes wrong in it. */
const [, , trouble] = process.argv;
const print = (word: string) => void process.stdout.write(`${word}\n`);

const part = (name: string): Component => ({
  name,
  start: () => print(`start ${name}`),
  stop: async () => print(`stop ${name}`),
});

/** A part that drains; only when both drain at the same time does either end. */
const waiting = new Set<() => void>();
const draining = (name: string): Component => ({
  ...part(name),
  drainLimitMs: 60_000,
  async drain() {
    if (trouble === 'exceptions while it drains') {
      for (const ms of [10, 20]) setTimeout(() => JSON.parse('{'), ms);
      return new Promise(() => undefined);
    }
    if (trouble === 'a second signal while it drains') process.kill(process.pid, 'SIGTERM');
    const done = new Promise<void>((resolve) => waiting.add(resolve));
    if (waiting.size === 2) for (const resolve of waiting) resolve();
    await done;
    print(`drained ${name}`);
    if (trouble === 'drain' && name === 'http') throw new Error('would not drain');
  },
});

// Keeps the process alive.
setInterval(() => undefined, 60_000);

await runUntilSignal({
  logger: createLogger({ service: 'test' }),
  components: [
    part('database'),
    ...(trouble?.includes('drain') ? [draining('http'), draining('grpc')] : []),
    {
      name: 'server',
      async start() {
        if (trouble === 'start') throw new Error('port taken');
        print('start server');
        if (trouble?.startsWith('hang')) {
          if (trouble === 'hang after a rejection') setTimeout(() => void Promise.reject(new Error('forgotten')), 10);
          else setTimeout(() => process.kill(process.pid, 'SIGTERM'), 10);
          return new Promise(() => undefined);
        }
        if (trouble === 'start fails at the signal') {
          const arrived = once(process, 'SIGTERM');
          process.kill(process.pid, 'SIGTERM');
          await arrived;
          throw new Error('aborted');
        }
        if (trouble !== 'signal') return;
        const arrived = once(process, 'SIGTERM');
        process.kill(process.pid, 'SIGTERM');
        await arrived;
      },
      stop() {
        print('stop server');
        if (trouble === 'stop') throw new Error('would not stop');
      },
    },
    {
      name: 'worker',
      start() {
        print('start worker');
        if (trouble?.startsWith('rejection')) setTimeout(() => void Promise.reject(new Error('forgotten')), 10);
        if (trouble === 'exception') setTimeout(() => JSON.parse('{'), 10);
      },
      stop: () => print('stop worker'),
    },
  ],
});
