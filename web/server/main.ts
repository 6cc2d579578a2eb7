import { createDrain } from '@reelwright/http-server/drain';
import { loadConfig } from './config.ts';
import { createStaticServer } from './static-server.ts';

const config = loadConfig(process.env);
let draining = false;
const server = await createStaticServer(config.WEB_DIST, {
  isDraining: () => draining,
  mediaOrigin: config.MEDIA_REDIRECT_ORIGIN,
});
const { drain } = createDrain(server, { drainMs: config.DRAIN_SECONDS * 1_000, stopMs: config.STOP_SECONDS * 1_000 });
await server.listen({ host: config.HTTP_HOST, port: config.HTTP_PORT });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    draining = true;
    await drain();
    process.exit(0);
  });
}
