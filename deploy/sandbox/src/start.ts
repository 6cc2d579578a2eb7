import { mkdirSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import { consoleServer } from './console/server.ts';
import { type Chaos, openChaos } from './core/chaos.ts';
import { type Clock, ownClock } from './core/clock.ts';
import { type Journal, openJournal } from './core/journal.ts';
import { type MediaStore, openMedia } from './core/media.ts';
import { freePorts, type Origins, originsOf, type Ports, type Surface } from './core/origins.ts';
import { requestLog } from './core/requests.ts';
import type { Sandbox } from './core/sandbox.ts';
import { openStore, type Store } from './core/store.ts';
import { type Inbox, openInbox } from './mail/inbox.ts';
import { allProviders } from './providers.ts';

export interface SandboxOptions {
  /** 0 = any free port for each surface. */
  ports: Ports | 0;
  /** Where state, journal and media lie. Made when it is not there. */
  dir: string;
  /** Product time; default: real time with an offset the console can set. */
  clock?: Clock;
  /** Address to listen on, default 127.0.0.1. */
  host?: string;
  /** Where the product answers, for callbacks of the providers. */
  productUrl?: string;
  /** How long the video models take for a video, default 8. */
  videoSeconds?: number;
  /** The ffmpeg that encodes the video models' clips, default the one on the PATH. */
  ffmpeg?: string;
}

export interface RunningSandbox {
  origins: Origins;
  journal: Journal;
  chaos: Chaos;
  store: Store;
  media: MediaStore;
  clock: Clock;
  inbox: Inbox;
  /** Where mails are handed in, e.g. `smtp://127.0.0.1:8137`. */
  smtpUrl: string;
  /** Empties state and media and calms all switches. The journal stays. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts every provider on its own port, and the console. Resolves once all of them listen. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { ports, dir, clock = ownClock(), host } = options;
  mkdirSync(dir, { recursive: true });
  const live: Partial<Record<Surface, number>> = {};
  const store = openStore(dir);
  const journal = openJournal(dir, clock);
  const sandbox: Sandbox = {
    store,
    clock,
    journal,
    chaos: openChaos(store, journal),
    media: openMedia(dir, store),
    origins: originsOf(live),
    directory: dir,
    productUrl: options.productUrl,
  };
  const inbox = openInbox(sandbox);
  const requests = requestLog();
  const providers = allProviders(sandbox, options);
  const reset = (): void => {
    store.reset();
    sandbox.media.reset();
    for (const provider of providers) provider.reset?.();
  };
  const servers: FastifyInstance[] = [];

  const listen = async (surface: Surface, app: FastifyInstance): Promise<void> => {
    servers.push(app);
    await app.listen({ port: (ports === 0 ? freePorts : ports)[surface], host: host ?? '127.0.0.1' });
    const address = app.server.address();
    if (address && typeof address === 'object') live[surface] = address.port;
  };
  const close = async (): Promise<void> => {
    await Promise.all([inbox.close(), ...servers.map((server) => server.close())]);
    store.close();
    journal.close();
  };

  try {
    for (const provider of providers) {
      const app = Fastify({ bodyLimit: 512 * 1024 * 1024, forceCloseConnections: true });
      app.addHook('onResponse', async (request, reply) => {
        requests.add({
          at: clock.now().toISOString(),
          provider: provider.name,
          method: request.method,
          url: request.url,
          status: reply.statusCode,
          milliseconds: Math.round(reply.elapsedTime),
          ...(request.fault ? { fault: request.fault } : {}),
        });
      });
      await provider.register(app);
      await listen(provider.name, app);
    }
    live.smtp = await inbox.listen((ports === 0 ? freePorts : ports).smtp, host ?? '127.0.0.1');
    await listen('console', consoleServer({ sandbox, providers, requests, inbox, reset }));
  } catch (error) {
    await close();
    throw error;
  }
  const { chaos, media, origins } = sandbox;
  const smtpUrl = origins.server('smtp').replace('http:', 'smtp:');
  return { origins, journal, chaos, store, media, clock, inbox, smtpUrl, reset, close };
}
