import type { FastifyInstance } from 'fastify';
import { consoleServer } from './console/server.ts';
import { type Away, closePort, openPort } from './core/away.ts';
import type { Chaos } from './core/chaos.ts';
import { type Clock, ownClock } from './core/clock.ts';
import type { Journal } from './core/journal.ts';
import type { MediaStore } from './core/media.ts';
import { freePorts, type Origins, type Ports, type ProviderName, type Surface } from './core/origins.ts';
import { requestLog } from './core/requests.ts';
import type { Store } from './core/store.ts';
import { type Inbox, openInbox } from './mail/inbox.ts';
import { openSandbox, providerServer, resetOf } from './open.ts';
import { providersOf } from './providers.ts';

export interface SandboxOptions {
  /** 0: a free port for each surface. */
  ports: Ports | 0;
  /** The folder for state, journal and media. Created if it does not exist. */
  dir: string;
  /** The providers to start, by default all. */
  providers?: readonly ProviderName[];
  /** Product time; by default real time with an offset that the console can set. */
  clock?: Clock;
  /** Address to listen on, default 127.0.0.1. */
  host?: string;
  /** The sandbox's name for servers, default 127.0.0.1. */
  serverHost?: string;
  /** The product's address, for callbacks of the providers. */
  productUrl?: string;
  /** Seconds that the video models take for a video, default 8. */
  videoSeconds?: number;
  /** The ffmpeg that encodes the video models' clips, default the one on the PATH. */
  ffmpeg?: string;
  /** The number of colour schemes of those clips, default 4. Each is encoded at its first use. */
  clipColours?: number;
}

export interface RunningSandbox {
  origins: Origins;
  journal: Journal;
  chaos: Chaos;
  store: Store;
  media: MediaStore;
  clock: Clock;
  inbox: Inbox;
  /** The mail server's address, e.g. `smtp://127.0.0.1:8137`. */
  smtpUrl: string;
  /**
   * Makes a surface unavailable, or available again with undefined. `refused`, and what is set for `smtp`, lasts until a restart;
   * `unavailable` of a provider is a fault setting, which a reset turns off.
   */
  setAway(surface: AwaySurface, how: Away | undefined): Promise<void>;
  /** Empties state and media and turns all switches off. The journal is kept. */
  reset(): void;
  close(): Promise<void>;
}

/** Every surface except the console, which ends outages. */
export type AwaySurface = Exclude<Surface, 'console'>;

/** Starts the providers, each on its own port, and the console. Resolves once all of them listen. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { ports, clock = ownClock(), host = '127.0.0.1' } = options;
  const requestedPorts = ports === 0 ? freePorts : ports;
  const live: Partial<Record<Surface, number>> = {};
  const sandbox = openSandbox({ ...options, clock, ports: live, isShared: false });
  const inbox = openInbox(sandbox);
  const requests = requestLog();
  const providers = await providersOf(options.providers, sandbox, options);
  const reset = resetOf(sandbox, providers);
  const servers = new Map<Surface, FastifyInstance>();

  const listen = async (surface: Surface, app: FastifyInstance): Promise<void> => {
    servers.set(surface, app);
    await app.listen({ port: requestedPorts[surface], host });
    const address = app.server.address();
    if (address && typeof address === 'object') live[surface] = address.port;
  };
  const setAway = async (surface: AwaySurface, how: Away | undefined): Promise<void> => {
    if (surface === 'smtp') return inbox.setAway(how);
    const app = servers.get(surface);
    if (!app) throw new Error(`${surface} was not started.`);
    sandbox.chaos.set(surface, { error5xx: how === 'unavailable' ? 1 : 0, only: '' });
    if (how === 'refused') await closePort(app.server);
    else await openPort(app.server, { port: live[surface] ?? 0, host });
  };
  const close = async (): Promise<void> => {
    await Promise.all([inbox.close(), ...[...servers.values()].map((server) => server.close())]);
    sandbox.store.close();
    sandbox.journal.close();
  };

  try {
    for (const provider of providers)
      await listen(provider.name, await providerServer(sandbox, provider, requests.add));
    live.smtp = await inbox.listen(requestedPorts.smtp, host);
    await listen('console', consoleServer({ sandbox, providers, requests, inbox, setAway, reset }));
  } catch (error) {
    await close();
    throw error;
  }
  const { journal, chaos, store, media, origins } = sandbox;
  const smtpUrl = origins.server('smtp').replace('http:', 'smtp:');
  return { origins, journal, chaos, store, media, clock, inbox, smtpUrl, setAway, reset, close };
}
