import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Html } from '../console/html.ts';
import type { Chaos } from './chaos.ts';
import type { Clock } from './clock.ts';
import type { Journal } from './journal.ts';
import type { MediaStore } from './media.ts';
import type { Origins, ProviderName } from './origins.ts';
import type { Store } from './store.ts';

/** The parts that all providers share. */
export interface Sandbox {
  readonly store: Store;
  readonly journal: Journal;
  readonly chaos: Chaos;
  readonly clock: Clock;
  readonly origins: Origins;
  readonly media: MediaStore;
  /** The sandbox's folder, where providers may cache files; a reset keeps it. */
  readonly directory: string;
  /** The product's address, for callbacks of the providers; undefined without one. */
  readonly productUrl: string | undefined;
}

/** One emulated provider: a Fastify server of its own, and pages on the console. */
export interface Provider {
  readonly name: ProviderName;
  /** The name for people. */
  readonly title: string;
  /** Whether it accepts bodies in gzip; otherwise they are rejected with 415. */
  readonly takesGzip?: boolean;
  /** Adds the provider's routes to its own server. */
  register(app: FastifyInstance): Promise<void>;
  readonly pages?: readonly Page[];
  /** Adds routes of its own to the console, e.g. knobs for tests. */
  console?(app: FastifyInstance): void;
  /** Called after a reset has emptied state and media, to create seeded accounts again or clear memory. */
  reset?(): void;
}

/** A page on the console. */
export interface Page {
  /** A Fastify path on the console's server, e.g. `/feed/tiktok` or `/drive/folders/:id`. */
  readonly path: string;
  readonly title: string;
  /** Shown in the console's navigation. Pages with a parameter in their path are not. */
  readonly inNavigation: boolean;
  /** The page's body; undefined = 404. */
  render(request: FastifyRequest): Html | undefined | Promise<Html | undefined>;
}
