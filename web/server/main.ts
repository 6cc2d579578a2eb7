import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createStaticServer } from './static-server.ts';

const host = process.env.HTTP_HOST ?? '127.0.0.1';
const port = Number(process.env.HTTP_PORT);
if (!Number.isInteger(port) || port < 0) throw new Error('HTTP_PORT is not set to a port number');

/** How long it takes new requests after SIGTERM, for the gateway to notice. */
const drainSeconds = Number(process.env.DRAIN_SECONDS || 0);
if (!Number.isInteger(drainSeconds) || drainSeconds < 0) throw new Error('DRAIN_SECONDS is not a number of seconds');

const mediaOrigin = process.env.MEDIA_REDIRECT_ORIGIN || undefined;
if (mediaOrigin && !/^https?:\/\/[a-z0-9.-]+(:[0-9]+)?$/.test(mediaOrigin)) {
  throw new Error('MEDIA_REDIRECT_ORIGIN is not an origin such as https://cdn.example.com');
}

let draining = false;
const server = await createStaticServer(process.env.WEB_DIST ?? join(import.meta.dirname, '../dist'), {
  isDraining: () => draining,
  mediaOrigin,
});
await server.listen({ host, port });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    draining = true;
    await delay(drainSeconds * 1_000);
    await server.close();
    process.exit(0);
  });
}
