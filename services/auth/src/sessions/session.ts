/**
 * The data of a session; `cookie` belongs to the plugin that stores it. A new session is empty until its user is signed
 * in.
 */
export interface SessionData {
  userId?: string;
  /** ISO, real time. */
  signedInAt?: string;
  cookie?: unknown;
}

/** A stored session. Times are those of the database's clock. */
export interface Session {
  readonly data: SessionData;
  readonly usedAt: Date;
  /** When it expires, unless it is used before. */
  readonly expiresAt: Date;
}

export type SessionEvent =
  /** A user has signed in, or the plugin stores the session's data. */
  { readonly type: 'saved'; readonly data: SessionData } | { readonly type: 'used' };

export interface SessionEffects {
  readonly save: boolean;
}

/** An ended session is `none`: its row is deleted. */
export type SessionTransition =
  | { readonly state: 'live' | 'expired'; readonly session: Session; readonly effects: SessionEffects }
  | { readonly state: 'none'; readonly session: undefined; readonly effects: SessionEffects };

/** A session expires after a week without use, and after thirty days in any case. */
const IDLE_MS = 7 * 86_400_000;
export const ABSOLUTE_MS = 30 * 86_400_000;
/** A use within a minute of the last stored one is not stored. */
const USE_INTERVAL_MS = 60_000;

/** The session after an event. Only this function decides whether it is live and when it expires. Pure. */
export function transition(session: Session | undefined, event: SessionEvent, now: Date): SessionTransition {
  if (event.type === 'saved') {
    const savedSession = session ? { ...session, data: event.data } : sessionUsedAt(event.data, now);
    return { state: 'live', session: savedSession, effects: { save: true } };
  }
  if (!session) return { state: 'none', session, effects: { save: false } };
  if (session.expiresAt <= now) return { state: 'expired', session, effects: { save: false } };
  const isRecentUse = now.getTime() - session.usedAt.getTime() <= USE_INTERVAL_MS;
  return {
    state: 'live',
    session: isRecentUse ? session : sessionUsedAt(session.data, now),
    effects: { save: !isRecentUse },
  };
}

function sessionUsedAt(data: SessionData, now: Date): Session {
  const idleEnd = now.getTime() + IDLE_MS;
  const end = data.signedInAt === undefined ? idleEnd : Date.parse(data.signedInAt) + ABSOLUTE_MS;
  return { data, usedAt: now, expiresAt: new Date(Math.min(idleEnd, end)) };
}
