import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from './config.ts';
import { createStaticServer } from './static-server.ts';

const config = loadConfig(process.env);
let draining = false;
const server = await createStaticServer(config.WEB_DIST, {
  isDraining: () => draining,
  mediaOrigin: config.MEDIA_REDIRECT_ORIGIN,
});
await server.listen({ host: config.HTTP_HOST, port: config.HTTP_PORT });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    draining = true;
    // For the gateway to notice.
    await delay(config.DRAIN_SECONDS * 1_000);
    await server.close();
    process.exit(0);
  });
}
