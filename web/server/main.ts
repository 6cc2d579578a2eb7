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

// A second SIGTERM must not cut the requests under way. A second Ctrl-C, by a person at a terminal, ends the process.
process.on('SIGTERM', end);
process.once('SIGINT', end);

async function end(): Promise<void> {
  if (draining) return;
  draining = true;
  await drain();
  process.exit(0);
}
