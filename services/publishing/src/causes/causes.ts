import type { PostCause, PostNeed } from '@reelwright/product';

/** What a code means for the step it ended. `unknown` matters only at the commit; an earlier step is tried again. */
export type Verdict = 'retry' | 'permanent' | 'unknown';

export interface Meaning {
  readonly verdict: Verdict;
  /** What a post becomes that is too late because of it; `missed`: the delay was our own. */
  readonly tooLate: 'missed' | 'failed';
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
  NOT_CONNECTED: { verdict: 'permanent', tooLate: 'failed' },
  RECONNECT_NEEDED: { verdict: 'permanent', tooLate: 'failed', needs: 'reconnect' },
  TOKEN_REJECTED: { verdict: 'retry', tooLate: 'failed', connection: 'dead' },
  ACCESS_REMOVED: { verdict: 'retry', tooLate: 'failed', connection: 'dead' },
  ACCESS_EXPIRED: { verdict: 'retry', tooLate: 'failed', connection: 'dead' },
  PASSWORD_CHANGED: { verdict: 'retry', tooLate: 'failed', connection: 'dead' },
  CHECKPOINT: { verdict: 'retry', tooLate: 'failed', connection: 'dead' },
  SCOPE_MISSING: { verdict: 'retry', tooLate: 'failed', connection: 'scope' },
  ENDS_SOON: { verdict: 'permanent', tooLate: 'failed' },
  ENDS_BEFORE: { verdict: 'permanent', tooLate: 'failed', needs: 'reconnect' },
  OTHER_ACCOUNT: { verdict: 'unknown', tooLate: 'failed' },
  NO_LONGER_CONNECTED: { verdict: 'unknown', tooLate: 'failed' },
  LOOK_NEEDS_RECONNECT: { verdict: 'unknown', tooLate: 'failed', needs: 'reconnect' },
  SETUP_NEEDED: { verdict: 'permanent', tooLate: 'failed', needs: 'setting' },
  PAGE_NOT_CHOSEN: { verdict: 'permanent', tooLate: 'failed', needs: 'setting' },
  PLAN_FEATURE: { verdict: 'permanent', tooLate: 'failed' },
  PLATFORM_OFF: { verdict: 'permanent', tooLate: 'failed' },
  NO_MEDIA_ADDRESS: { verdict: 'permanent', tooLate: 'failed' },
  DISCONNECTED: { verdict: 'permanent', tooLate: 'failed' },
  REMOVED_AT_PLATFORM: { verdict: 'permanent', tooLate: 'failed' },
  NOT_WANTED: { verdict: 'permanent', tooLate: 'failed' },
  ENTRY_CANCELLED: { verdict: 'permanent', tooLate: 'failed' },
  // Coming back from a consent
  CONSENT_EXPIRED: { verdict: 'permanent', tooLate: 'failed' },
  CONSENT_DENIED: { verdict: 'permanent', tooLate: 'failed' },
  SIGN_IN_REFUSED: { verdict: 'permanent', tooLate: 'failed' },
  SIGNED_OUT: { verdict: 'permanent', tooLate: 'failed' },
  NO_PAGES: { verdict: 'permanent', tooLate: 'failed' },
  NO_CHANNEL: { verdict: 'permanent', tooLate: 'failed' },
  PERSONAL_ACCOUNT: { verdict: 'permanent', tooLate: 'failed' },
  CONNECT_FAILED: { verdict: 'permanent', tooLate: 'failed' },
  // What its owner wants. Its delay is not the platform's.
  ENTRY_SKIPPED: { verdict: 'permanent', tooLate: 'missed' },
  POSTING_PAUSED: { verdict: 'retry', tooLate: 'missed' },
  AWAITS_APPROVAL: { verdict: 'retry', tooLate: 'missed' },
  MISSED_WHILE_PAUSED: { verdict: 'permanent', tooLate: 'missed' },
  MISSED_UNAPPROVED: { verdict: 'permanent', tooLate: 'missed' },
  // Time and media
  MISSED: { verdict: 'permanent', tooLate: 'failed' },
  POSTED_LATE: { verdict: 'permanent', tooLate: 'failed' },
  NO_LINK: { verdict: 'permanent', tooLate: 'failed' },
  CALENDAR_UNREACHABLE: { verdict: 'retry', tooLate: 'missed' },
  VIDEO_NOT_READY: { verdict: 'retry', tooLate: 'missed' },
  VIDEO_FAILED: { verdict: 'permanent', tooLate: 'failed' },
  LOST_IN_RESTORE: { verdict: 'permanent', tooLate: 'failed' },
  MEDIA_GONE: { verdict: 'permanent', tooLate: 'failed' },
  MEDIA_REFUSED: { verdict: 'permanent', tooLate: 'failed' },
  MEDIA_UNREACHABLE: { verdict: 'retry', tooLate: 'failed', restage: true },
  MEDIA_URL_NEEDED: { verdict: 'permanent', tooLate: 'failed' },
  NO_ROOM_FOR_FILE: { verdict: 'permanent', tooLate: 'failed' },
  // Texts
  TITLE_REFUSED: { verdict: 'permanent', tooLate: 'failed' },
  CAPTION_REFUSED: { verdict: 'permanent', tooLate: 'failed' },
  METADATA_REFUSED: { verdict: 'permanent', tooLate: 'failed' },
  // Limits
  RATE_LIMITED: { verdict: 'retry', tooLate: 'failed' },
  BUDGET_SPENT: { verdict: 'retry', tooLate: 'failed' },
  DAILY_LIMIT: { verdict: 'retry', tooLate: 'failed', waitSeconds: 3_600 },
  TOO_MANY_PENDING: { verdict: 'retry', tooLate: 'failed', waitSeconds: 1_800 },
  // The account RESTRICTED may be for ever, PAUSED ends by itself, and BLOCKED is about one post, not about the
  // account.
  ACCOUNT_RESTRICTED: { verdict: 'permanent', tooLate: 'failed' },
  ACCOUNT_PAUSED: { verdict: 'permanent', tooLate: 'failed' },
  ACCOUNT_NOT_PRIVATE: { verdict: 'permanent', tooLate: 'failed' },
  PRIVACY_OPTION_GONE: { verdict: 'permanent', tooLate: 'failed', needs: 'setting' },
  BLOCKED: { verdict: 'permanent', tooLate: 'failed' },
  DUPLICATE: { verdict: 'permanent', tooLate: 'failed', mayBeOut: true },
  COPYRIGHT: { verdict: 'permanent', tooLate: 'failed' },
  // Mechanics
  SESSION_LOST: { verdict: 'retry', tooLate: 'failed', restage: true, mayBeOut: true },
  NOT_PROCESSED_YET: { verdict: 'retry', tooLate: 'failed', mayBeOut: true, waitSeconds: 20 },
  PROCESSING_FAILED: { verdict: 'permanent', tooLate: 'failed' },
  PROVIDER_ERROR: { verdict: 'unknown', tooLate: 'failed' },
  PROVIDER_UNREACHABLE: { verdict: 'unknown', tooLate: 'failed' },
  APP_REFUSED: { verdict: 'retry', tooLate: 'failed', waitSeconds: 900 },
  REQUEST_REFUSED: { verdict: 'permanent', tooLate: 'failed', mayBeOut: true },
  NOT_COMMITTED: { verdict: 'retry', tooLate: 'failed' },
  OUTCOME_UNKNOWN: { verdict: 'unknown', tooLate: 'failed' },
};

export function isPostCause(code: string): code is PostCause {
  return Object.hasOwn(causes, code);
}

/** The meaning of a code. A code that the table lacks was written by a newer version, and counts as a refusal. */
export function meaningOf(code: string): Meaning {
  return isPostCause(code) ? causes[code] : causes.REQUEST_REFUSED;
}

/** The platform does not answer, or asks to be called later: nothing was decided, and it is called again. */
export const isUnavailable = (code: PostCause): boolean =>
  ['PROVIDER_UNREACHABLE', 'PROVIDER_ERROR', 'RATE_LIMITED', 'APP_REFUSED'].includes(code);

/** Whether the connection alone keeps a post from going out with this code. */
export const lacksConnection = (code: PostCause): boolean =>
  ['NOT_CONNECTED', 'REMOVED_AT_PLATFORM', 'RECONNECT_NEEDED', 'SETUP_NEEDED', 'PAGE_NOT_CHOSEN'].includes(code) ||
  meaningOf(code).connection !== undefined;

/** What the owner must do before anything goes out; undefined if nothing, or without a code. */
export function needsOf(code: string | null): PostNeed | undefined {
  if (code === null) return undefined;
  const { needs, connection } = meaningOf(code);
  return connection ? 'reconnect' : needs;
}
