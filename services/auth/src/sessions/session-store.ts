import { createHash } from 'node:crypto';
import type { Logger } from '@reelwright/logger';
import { createListener } from '@reelwright/postgres';
import type { Kysely, Transaction } from 'kysely';
import { deleteKnownBrowsers } from '../browsers/known-browsers.ts';
import type { AuthDatabase } from '../database.ts';
import {
  deleteSession,
  deleteSessionsOfUser,
  findSession,
  insertSession,
  SESSION_ENDED,
  updateSessionData,
  updateSessionUse,
} from './session.repository.ts';
import { type Session, type SessionData, transition } from './session.ts';

const CACHE_MS = 2_000;
const CACHE_SIZE = 10_000;

export type Lookup = { state: 'live'; data: SessionData } | { state: 'expired' } | { state: 'none' };

/**
 * Sessions for @fastify/session (get, set, destroy) and for the gateway's check (`lookup`). Ids are stored hashed. Lookups
 * are cached for two seconds; a session that ends is removed from every process's cache by NOTIFY, and without a
 * connection to listen on nothing is cached.
 */
export interface SessionStore {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** @param sid the id's hash, see `hashSessionId` */
  lookup(sid: string): Promise<Lookup>;
  get(sessionId: string, done: (error: unknown, session?: SessionData | null) => void): void;
  set(sessionId: string, session: SessionData, done: (error?: unknown) => void): void;
  destroy(sessionId: string, done: (error?: unknown) => void): void;
  /**
   * Ends every session of a user when the transaction commits, in every process, and deletes the account's known
   * browsers.
   * @returns their hashes, for `evict` after the commit
   */
  endAllOf(trx: Transaction<AuthDatabase>, userId: number): Promise<string[]>;
  /** Removes ended sessions from this process's cache at once, before NOTIFY arrives. */
  evict(sids: readonly string[]): void;
}

export function createSessionStore(options: { db: Kysely<AuthDatabase>; url: string; logger: Logger }): SessionStore {
  const { db, logger } = options;
  const cache = new Map<string, { result: Lookup; until: number }>();
  let isListening = false;
  /** Counts ended sessions; a lookup that began before the last one is not cached. */
  let endedSessions = 0;

  const listener = createListener({
    url: options.url,
    channel: SESSION_ENDED,
    name: 'auth sessions',
    logger,
    onMessage: evict,
    onUp() {
      cache.clear();
      isListening = true;
    },
    onDown() {
      isListening = false;
      cache.clear();
    },
  });

  function evict(sid: string): void {
    endedSessions += 1;
    cache.delete(sid);
  }

  async function lookup(sid: string): Promise<Lookup> {
    const cached = cache.get(sid);
    const endedBefore = endedSessions;
    if (cached && cached.until > Date.now()) return cached.result;
    const { session, now } = await findSession(db, sid);
    const { state, session: after, effects } = transition(session, { type: 'used' }, now);
    if (state !== 'live') return { state };
    const result: Lookup = { state, data: after.data };
    if (isListening && endedSessions === endedBefore) {
      if (cache.size >= CACHE_SIZE) cache.clear();
      cache.set(sid, { result, until: Date.now() + CACHE_MS });
    }
    if (session && effects.save) saveUse(sid, session, after);
    return result;
  }

  /** Runs in the background. */
  function saveUse(sid: string, before: Session, after: Session): void {
    updateSessionUse(db, sid, before, after).catch((error: unknown) =>
      logger.warn({ err: error }, 'could not save the use of a session'),
    );
  }

  async function save(sid: string, data: SessionData): Promise<void> {
    const { session: before, now } = await findSession(db, sid);
    const { session } = transition(before, { type: 'saved', data }, now);
    if (before && session) await updateSessionData(db, sid, session);
    else if (session) await insertSession(db, sid, session);
    evict(sid);
  }

  async function end(sid: string): Promise<void> {
    await deleteSession(db, sid);
    evict(sid);
  }

  async function endAllOf(trx: Transaction<AuthDatabase>, userId: number): Promise<string[]> {
    await deleteKnownBrowsers(trx, userId);
    return deleteSessionsOfUser(trx, userId);
  }

  return {
    name: 'session store',
    start: listener.start,
    stop: listener.stop,
    lookup,
    endAllOf,
    evict: (sids) => sids.forEach(evict),
    get(sessionId, done) {
      lookup(hashSessionId(sessionId)).then((result) => done(null, result.state === 'live' ? result.data : null), done);
    },
    set(sessionId, session, done) {
      save(hashSessionId(sessionId), session).then(() => done(), done);
    },
    destroy(sessionId, done) {
      end(hashSessionId(sessionId)).then(() => done(), done);
    },
  };
}

/** The hash that identifies a session in the table and the cache. */
export function hashSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}
