import { createLogger } from '@reelwright/logger';
import { type Component, runUntilSignal } from '../src/index.ts';

/** A process as the services run one; `argv[2]` says what goes wrong in it. */
const [, , trouble] = process.argv;
const say = (word: string) => void process.stdout.write(`${word}\n`);

const part = (name: string): Component => ({
  name,
  start: () => say(`start ${name}`),
  stop: async () => say(`stop ${name}`),
});

await runUntilSignal({
  logger: createLogger({ service: 'test' }),
  components: [
    part('database'),
    {
      name: 'server',
      start() {
        if (trouble === 'start') throw new Error('port taken');
        say('start server');
      },
      stop() {
        say('stop server');
        if (trouble === 'stop') throw new Error('would not stop');
      },
    },
    {
      name: 'worker',
      start() {
        say('start worker');
        if (trouble === 'rejection') setTimeout(() => void Promise.reject(new Error('forgotten')), 10);
        if (trouble === 'exception') setTimeout(() => JSON.parse('{'), 10);
        // Keeps the process alive.
        setInterval(() => undefined, 60_000);
      },
      stop: () => say('stop worker'),
    },
  ],
});
