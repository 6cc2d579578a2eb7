import { mkdirSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import { openChaos } from './core/chaos.ts';
import type { Clock } from './core/clock.ts';
import { openJournal } from './core/journal.ts';
import { openMedia } from './core/media.ts';
import { originsOf, type Surface } from './core/origins.ts';
import { readPackedBodies } from './core/packed-bodies.ts';
import type { LoggedRequest } from './core/requests.ts';
import { waitForHandlers } from './core/running-handlers.ts';
import type { Provider, Sandbox } from './core/sandbox.ts';
import { openStore } from './core/store.ts';

/** Opens the parts that all providers share. `isFirst` is false when another thread has them open already. */
export function openSandbox(options: {
  dir: string;
  clock: Clock;
  /** The ports of the surfaces, which may be filled in later. */
  ports: Partial<Record<Surface, number>>;
  productUrl?: string;
  serverHost?: string;
  isFirst?: boolean;
  /** False when no other thread opens them. */
  isShared?: boolean;
}): Sandbox {
  const { dir, clock, ports, productUrl, serverHost, isFirst = true, isShared = true } = options;
  mkdirSync(dir, { recursive: true });
  const store = openStore(dir, { isFirst, isShared });
  const journal = openJournal(dir, clock, { isFirst });
  return {
    store,
    clock,
    journal,
    chaos: openChaos(store, journal),
    media: openMedia(dir, store),
    origins: originsOf(ports, serverHost),
    directory: dir,
    productUrl,
  };
}

/** Creates a provider's server, which does not listen yet. */
export async function providerServer(
  { clock }: Sandbox,
  provider: Provider,
  log: (request: LoggedRequest) => void,
): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: 512 * 1024 * 1024, forceCloseConnections: true });
  waitForHandlers(app);
  app.addHook('onResponse', async (request, reply) => {
    log({
      at: clock.now().toISOString(),
      provider: provider.name,
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      ...(request.fault ? { fault: request.fault } : {}),
    });
  });
  readPackedBodies(app, provider.takesGzip ?? false);
  await provider.register(app);
  return app;
}

/** Returns a function that empties state and media and creates the seeded objects again. */
export function resetOf({ store, media }: Sandbox, providers: readonly Provider[]): () => void {
  return () => {
    store.reset();
    media.reset();
    for (const provider of providers) provider.reset?.();
  };
}
