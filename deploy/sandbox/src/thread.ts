import { parentPort, workerData } from 'node:worker_threads';
import { closePort, openPort } from './core/away.ts';
import { followedClock } from './core/clock.ts';
import { openSandbox, providerServer } from './open.ts';
import { providerOf } from './providers.ts';
import type { ThreadCommand, ThreadData } from './threads.ts';

// One provider in its own thread: an uncaught error ends only this provider.
const { name, offset, host, ...options } = workerData as ThreadData;
const sandbox = openSandbox({ ...options, clock: followedClock(offset), isFirst: false });
const provider = await providerOf(name, sandbox, options);
const app = await providerServer(sandbox, provider, (request) => parentPort?.postMessage(request));
await app.listen({ port: options.ports[name], host });

parentPort?.on('message', async (order: ThreadCommand) => {
  if (order === 'close') {
    await app.close();
    process.exit(0);
  }
  if (order === 'closePort') await closePort(app.server);
  else await openPort(app.server, { port: options.ports[name], host });
  parentPort?.postMessage('ready');
});
parentPort?.postMessage('ready');
