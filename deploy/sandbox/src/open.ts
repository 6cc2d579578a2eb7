import { mkdirSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import { openChaos } from './core/chaos.ts';
import type { Clock } from './core/clock.ts';
import { openJournal } from './core/journal.ts';
import { openMedia } from './core/media.ts';
import { originsOf, type Surface } from './core/origins.ts';
import { readPackedBodies } from './core/packed-bodies.ts';
import type { LoggedRequest } from './core/requests.ts';
import type { Provider, Sandbox } from './core/sandbox.ts';
import { openStore } from './core/store.ts';

/** Opens what every provider is built on. `isFirst` is false where another thread has it open already. */
export function openSandbox(given: {
  dir: string;
  clock: Clock;
  /** Where the surfaces listen; may be filled later. */
  ports: Partial<Record<Surface, number>>;
  productUrl?: string;
  isFirst?: boolean;
}): Sandbox {
  const { dir, clock, ports, productUrl, isFirst = true } = given;
  mkdirSync(dir, { recursive: true });
  const store = openStore(dir, { isFirst });
  const journal = openJournal(dir, clock, { isFirst });
  return {
    store,
    clock,
    journal,
    chaos: openChaos(store, journal),
    media: openMedia(dir, store),
    origins: originsOf(ports),
    directory: dir,
    productUrl,
  };
}

/** A provider's own server, not listening yet. */
export async function providerServer(
  { clock }: Sandbox,
  provider: Provider,
  log: (request: LoggedRequest) => void,
): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: 512 * 1024 * 1024, forceCloseConnections: true });
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

/** Empties state and media and puts what is seeded back. */
export function resetOf({ store, media }: Sandbox, providers: readonly Provider[]): () => void {
  return () => {
    store.reset();
    media.reset();
    for (const provider of providers) provider.reset?.();
  };
}
