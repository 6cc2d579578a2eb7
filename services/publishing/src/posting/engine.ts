import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { ObjectStore } from '@reelwright/object-store';
import type { TokenDeps } from '../connections/access-token.ts';
import type { AskTier } from '../entitlements/entitlements.ts';
import type { Connector } from '../platforms/connector.ts';
import type { Level, Platform } from '../platforms/platform.ts';
import type { Calendar } from '../videos/calendar.ts';
import type { MediaPaths } from './media.ts';

/** The points of a post at which tests let the process die. */
export type Checkpoint =
  | 'staged'
  | 'before-intent'
  | 'after-intent'
  | 'before-call'
  | 'after-call'
  | 'before-result'
  | 'after-result';

/** Real ms. */
export interface Timings {
  readonly pollMs: number;
  readonly leaseMs: number;
  /** A call that was given up may still arrive for this long: until then 'it never arrived' does not count. */
  readonly settleMs: number;
  /** Without an answer about a due entry it is asked again after this long, and for this long in all. */
  readonly askAgainMs: number;
  readonly askForMs: number;
  /** The pause before the third copy of a post, in product time; each further one waits twice as long. */
  readonly restageMs: number;
}

export const defaultTimings: Timings = {
  pollMs: 500,
  leaseMs: 60_000,
  settleMs: 45_000,
  askAgainMs: 3_000,
  askForMs: 300_000,
  restageMs: 30_000,
};

/** What carrying a post forward needs. */
export interface Engine extends TokenDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: ObjectStore;
  readonly connectors: Readonly<Record<Platform, Connector>>;
  readonly levels: Readonly<Record<Platform, Level>>;
  readonly askTier: AskTier;
  readonly calendar: Calendar;
  readonly mediaPaths: MediaPaths;
  readonly mediaPublicUrl: string | undefined;
  readonly timings: Timings;
  /** Does nothing, except in tests: there it may throw, as if the process ended at this point. */
  readonly checkpoint: (name: Checkpoint, videoId: string, platform: Platform) => Promise<void>;
}
