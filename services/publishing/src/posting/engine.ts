import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Streams } from '@reelwright/metrics';
import type { ObjectStore } from '@reelwright/object-store';
import type { DailyLimits } from '../budgets/platform-budgets.ts';
import type { TokenDeps } from '../connections/access-token.ts';
import type { AskTier } from '../entitlements/entitlements.ts';
import type { Connector } from '../platforms/connector.ts';
import type { Level, Platform } from '../platforms/platform.ts';
import type { IsAccountDeleted } from '../users/account-check.ts';
import type { Calendar } from '../videos/calendar.ts';
import type { MediaPaths } from './media.ts';

/** The points at which tests let the process die. */
export type Checkpoint =
  | 'preflighted'
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
  /**
   * A call that was abandoned may still arrive within this time; until then the answer 'it never arrived' is not
   * final.
   */
  readonly inFlightMs: number;
  /** While scheduling does not answer about a due entry: the time between two tries, and when they end. */
  readonly rereadEveryMs: number;
  readonly rereadTimeoutMs: number;
  /**
   * After a call without an answer, scheduling or auth is not called for this long, so that a hanging service delays
   * few posts.
   */
  readonly silencePauseMs: number;
  /** The pause before the third copy of a post, in product time; it doubles with each further copy. */
  readonly restageDelayMs: number;
}

export const defaultTimings: Timings = {
  pollMs: 500,
  leaseMs: 60_000,
  inFlightMs: 45_000,
  rereadEveryMs: 3_000,
  rereadTimeoutMs: 300_000,
  silencePauseMs: 2_000,
  restageDelayMs: 30_000,
};

/** The dependencies of the steps of a post. */
export interface Engine extends TokenDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: ObjectStore;
  /** Uploads to platforms; each request is a stream. */
  readonly uploadStreams: Streams<'platform'>;
  readonly connectors: Readonly<Record<Platform, Connector>>;
  readonly levels: Readonly<Record<Platform, Level>>;
  readonly limits: DailyLimits;
  readonly askTier: AskTier;
  readonly calendar: Calendar;
  readonly isAccountDeleted: IsAccountDeleted;
  readonly mediaPaths: MediaPaths;
  readonly mediaPublicUrl: string | undefined;
  readonly timings: Timings;
  /** Does nothing outside of tests, where it may throw as if the process had ended here. */
  readonly checkpoint: (name: Checkpoint, videoId: string, platform: Platform) => Promise<void>;
}
