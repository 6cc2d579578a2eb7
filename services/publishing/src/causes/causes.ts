import type { PostCause, PostNeed } from '@reelwright/product';

/** What a code means for the step it ended. `unknown` matters only at the commit; an earlier step is tried again. */
export type Verdict = 'retry' | 'permanent' | 'unknown';

export interface Meaning {
  readonly verdict: Verdict;
  /** Seconds to wait before the next try; without it the wait grows with each try. */
  readonly waitSeconds?: number;
  /** Only the owner can repair the connection: its grant is dead, or it lacks a scope. */
  readonly connection?: 'dead' | 'scope';
  /**
   * What the owner must do before anything goes out there. A `connection` that is dead or lacks a scope always needs
   * a reconnect.
   */
  readonly needs?: PostNeed;
  /** The staged copy can't be used any more. */
  readonly restage?: boolean;
  /**
   * A platform may also answer this to the commit of a copy that is already out, so the platform is asked before it
   * counts.
   */
  readonly mayBeOut?: boolean;
}

/** The meaning of each code that a post, a connection or a consent can end with; libs/causes has the texts. */
const causes: Readonly<Record<PostCause, Meaning>> = {
  // The connection
  NOT_CONNECTED: { verdict: 'permanent' },
  RECONNECT_NEEDED: { verdict: 'permanent', needs: 'reconnect' },
  TOKEN_REJECTED: { verdict: 'retry', connection: 'dead' },
  ACCESS_REMOVED: { verdict: 'retry', connection: 'dead' },
  ACCESS_EXPIRED: { verdict: 'retry', connection: 'dead' },
  PASSWORD_CHANGED: { verdict: 'retry', connection: 'dead' },
  CHECKPOINT: { verdict: 'retry', connection: 'dead' },
  SCOPE_MISSING: { verdict: 'retry', connection: 'scope' },
  ENDS_SOON: { verdict: 'permanent' },
  OTHER_ACCOUNT: { verdict: 'unknown' },
  NO_LONGER_CONNECTED: { verdict: 'unknown' },
  LOOK_NEEDS_RECONNECT: { verdict: 'unknown', needs: 'reconnect' },
  SETUP_NEEDED: { verdict: 'permanent', needs: 'setting' },
  PAGE_NOT_CHOSEN: { verdict: 'permanent', needs: 'setting' },
  PLAN_FEATURE: { verdict: 'permanent' },
  PLATFORM_OFF: { verdict: 'permanent' },
  NO_MEDIA_ADDRESS: { verdict: 'permanent' },
  DISCONNECTED: { verdict: 'permanent' },
  REMOVED_AT_PLATFORM: { verdict: 'permanent' },
  NOT_WANTED: { verdict: 'permanent' },
  ENTRY_CANCELLED: { verdict: 'permanent' },
  // Coming back from a consent
  CONSENT_EXPIRED: { verdict: 'permanent' },
  CONSENT_DENIED: { verdict: 'permanent' },
  SIGN_IN_REFUSED: { verdict: 'permanent' },
  SIGNED_OUT: { verdict: 'permanent' },
  NO_PAGES: { verdict: 'permanent' },
  NO_CHANNEL: { verdict: 'permanent' },
  PERSONAL_ACCOUNT: { verdict: 'permanent' },
  CONNECT_FAILED: { verdict: 'permanent' },
  // Time and media
  MISSED: { verdict: 'permanent' },
  POSTED_LATE: { verdict: 'permanent' },
  NO_LINK: { verdict: 'permanent' },
  CALENDAR_UNREACHABLE: { verdict: 'retry' },
  VIDEO_NOT_READY: { verdict: 'retry' },
  VIDEO_FAILED: { verdict: 'permanent' },
  LOST_IN_RESTORE: { verdict: 'permanent' },
  MEDIA_GONE: { verdict: 'permanent' },
  MEDIA_REFUSED: { verdict: 'permanent' },
  MEDIA_UNREACHABLE: { verdict: 'retry', restage: true },
  MEDIA_URL_NEEDED: { verdict: 'permanent' },
  // Texts
  TITLE_REFUSED: { verdict: 'permanent' },
  CAPTION_REFUSED: { verdict: 'permanent' },
  METADATA_REFUSED: { verdict: 'permanent' },
  // Limits
  RATE_LIMITED: { verdict: 'retry' },
  BUDGET_SPENT: { verdict: 'retry' },
  DAILY_LIMIT: { verdict: 'retry', waitSeconds: 3_600 },
  TOO_MANY_PENDING: { verdict: 'retry', waitSeconds: 1_800 },
  // The account RESTRICTED may be for ever, PAUSED ends by itself, and BLOCKED is about one post, not about the
  // account.
  ACCOUNT_RESTRICTED: { verdict: 'permanent' },
  ACCOUNT_PAUSED: { verdict: 'permanent' },
  ACCOUNT_NOT_PRIVATE: { verdict: 'permanent' },
  PRIVACY_OPTION_GONE: { verdict: 'permanent', needs: 'setting' },
  BLOCKED: { verdict: 'permanent' },
  DUPLICATE: { verdict: 'permanent', mayBeOut: true },
  COPYRIGHT: { verdict: 'permanent' },
  // Mechanics
  SESSION_LOST: { verdict: 'retry', restage: true, mayBeOut: true },
  NOT_PROCESSED_YET: { verdict: 'retry', mayBeOut: true, waitSeconds: 20 },
  PROCESSING_FAILED: { verdict: 'permanent' },
  PROVIDER_ERROR: { verdict: 'unknown' },
  PROVIDER_UNREACHABLE: { verdict: 'unknown' },
  APP_REFUSED: { verdict: 'retry', waitSeconds: 900 },
  REQUEST_REFUSED: { verdict: 'permanent', mayBeOut: true },
  NOT_COMMITTED: { verdict: 'retry' },
  OUTCOME_UNKNOWN: { verdict: 'unknown' },
};

export type CauseCode = PostCause;

export function isCauseCode(code: string): code is CauseCode {
  return Object.hasOwn(causes, code);
}

/** The meaning of a code. A code that the table lacks was written by a newer version, and counts as a refusal. */
export function causeOf(code: string): Meaning {
  return isCauseCode(code) ? causes[code] : causes.REQUEST_REFUSED;
}

/** The platform does not answer, or asks to be called later: nothing was decided, and it is called again. */
export const isUnavailable = (code: CauseCode): boolean =>
  ['PROVIDER_UNREACHABLE', 'PROVIDER_ERROR', 'RATE_LIMITED', 'APP_REFUSED'].includes(code);

/** Whether the connection alone keeps a post from going out with this code. */
export const lacksConnection = (code: CauseCode): boolean =>
  ['NOT_CONNECTED', 'REMOVED_AT_PLATFORM', 'RECONNECT_NEEDED', 'SETUP_NEEDED', 'PAGE_NOT_CHOSEN'].includes(code) ||
  causeOf(code).connection !== undefined;

/** What the owner must do before anything goes out; undefined if nothing, or without a code. */
export function needsOf(code: string | null): PostNeed | undefined {
  if (code === null) return undefined;
  const { needs, connection } = causeOf(code);
  return connection ? 'reconnect' : needs;
}
