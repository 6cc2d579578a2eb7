import { join } from 'node:path';
import { createDrain } from '@reelwright/http-server/drain';
import { createStaticServer } from './static-server.ts';

const host = process.env.HTTP_HOST ?? '127.0.0.1';
const port = Number(process.env.HTTP_PORT);
if (!Number.isInteger(port) || port < 0) throw new Error('HTTP_PORT is not set to a port number');

/** How long it takes new requests after SIGTERM, for the gateway to notice. */
const drainMs = secondsFrom('DRAIN_SECONDS', 0) * 1_000;
/** How long the requests under way get after that. */
const stopMs = secondsFrom('STOP_SECONDS', 30) * 1_000;

const mediaOrigin = process.env.MEDIA_REDIRECT_ORIGIN || undefined;
if (mediaOrigin && !/^https?:\/\/[a-z0-9.-]+(:[0-9]+)?$/.test(mediaOrigin)) {
  throw new Error('MEDIA_REDIRECT_ORIGIN is not an origin such as https://cdn.example.com');
}

let draining = false;
const server = await createStaticServer(process.env.WEB_DIST ?? join(import.meta.dirname, '../dist'), {
  isDraining: () => draining,
  mediaOrigin,
});
const { drain } = createDrain(server, { drainMs, stopMs });
await server.listen({ host, port });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    draining = true;
    await drain();
    process.exit(0);
  });
}

function secondsFrom(name: string, byDefault: number): number {
  const seconds = Number(process.env[name] || byDefault);
  if (!Number.isInteger(seconds) || seconds < 0) throw new Error(`${name} is not a number of seconds`);
  return seconds;
}
