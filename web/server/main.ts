import { SettingsError } from '@reelwright/config';
import { createDrain } from '@reelwright/http-server/drain';
import { loadConfig } from './config.ts';
import { createStaticServer } from './static-server.ts';

const config = settings();
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

/** Wrong settings end the process with one line, like those of the services. */
function settings(): ReturnType<typeof loadConfig> {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const time = new Date().toISOString();
    const line = { level: 'fatal', time, service: 'web', code: error.code, msg: error.message };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    process.exit(1);
  }
}
