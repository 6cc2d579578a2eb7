import { createHash } from 'node:crypto';
import type { Logger } from '@reelwright/logger';
import { createListener } from '@reelwright/postgres';
import { type Kysely, sql, type Transaction } from 'kysely';
import { forgetBrowsers } from '../browsers/known-browsers.ts';
import type { AuthDatabase } from '../database.ts';

/** What is kept of a session. */
export interface SessionData {
  userId: string;
  signedInAt: string;
  cookie?: unknown;
}

/** A session ends after a week without use and after thirty days in any case. */
const IDLE = '7 days';
export const ABSOLUTE_MS = 30 * 86_400_000;
const CACHE_MS = 2_000;
const CACHE_SIZE = 10_000;
const TOUCH_MS = 60_000;
const CHANNEL = 'session_ended';

export type Lookup = { state: 'live'; data: SessionData } | { state: 'expired' } | { state: 'none' };

/**
 * The sessions table, for @fastify/session (get, set, destroy) and for the gateway's check (`lookup`) alike. Ids are
 * stored hashed. Lookups are remembered for two seconds; a session that ends is forgotten at once in every process, by
 * NOTIFY, and while that line is down nothing is remembered.
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
   * Ends every session of a user with the transaction, in every process, and forgets the browsers they signed in with.
   * @returns their hashes, for `forget` after the commit
   */
  endAllOf(trx: Transaction<AuthDatabase>, userId: number): Promise<string[]>;
  /** Forgets ended sessions in this process at once, before NOTIFY comes back to it. */
  forget(sids: readonly string[]): void;
}

export function createSessionStore(options: { db: Kysely<AuthDatabase>; url: string; logger: Logger }): SessionStore {
  const { db, logger } = options;
  const remembered = new Map<string, { found: Lookup; until: number }>();
  const touchedAt = new Map<string, number>();
  let listening = false;
  /** Grows whenever a session ends; a lookup that began before is not remembered. */
  let endings = 0;

  const line = createListener({
    url: options.url,
    channel: CHANNEL,
    name: 'auth sessions',
    logger,
    onMessage: forget,
    onUp() {
      remembered.clear();
      listening = true;
    },
    onDown() {
      listening = false;
      remembered.clear();
    },
  });

  function forget(sid: string): void {
    endings += 1;
    remembered.delete(sid);
  }

  async function lookup(sid: string): Promise<Lookup> {
    const known = remembered.get(sid);
    const endingsBefore = endings;
    if (known && known.until > Date.now()) return known.found;
    const row = await db
      .selectFrom('sessions')
      .select(['sess', sql<boolean>`expire > clock_timestamp()`.as('live')])
      .where('sid', '=', sid)
      .executeTakeFirst();
    if (!row) return { state: 'none' };
    if (!row.live) return { state: 'expired' };
    const found: Lookup = { state: 'live', data: row.sess as unknown as SessionData };
    if (listening && endings === endingsBefore) {
      if (remembered.size >= CACHE_SIZE) remembered.clear();
      remembered.set(sid, { found, until: Date.now() + CACHE_MS });
    }
    touch(sid);
    return found;
  }

  /** Moves the idle end at most once a minute and never past the absolute end; nobody waits for it. */
  function touch(sid: string): void {
    const last = touchedAt.get(sid) ?? 0;
    if (Date.now() - last < TOUCH_MS) return;
    if (touchedAt.size >= CACHE_SIZE) touchedAt.clear();
    touchedAt.set(sid, Date.now());
    void sql`
      update sessions set touched_at = clock_timestamp(),
             expire = least(clock_timestamp() + ${IDLE}::interval,
                            (sess->>'signedInAt')::timestamptz + ${ABSOLUTE_MS} * interval '1 millisecond')
       where sid = ${sid} and touched_at < clock_timestamp() - interval '1 minute'`
      .execute(db)
      .catch((error: unknown) => logger.warn({ err: error }, 'could not touch a session'));
  }

  async function save(sessionId: string, session: SessionData): Promise<void> {
    const userId = session.userId ? Number(session.userId) : null;
    const sess = JSON.stringify(session);
    await sql`
      insert into sessions (sid, sess, expire, user_id)
      values (${hashSessionId(sessionId)}, ${sess}, clock_timestamp() + ${IDLE}::interval, ${userId})
      on conflict (sid) do update set sess = excluded.sess, user_id = excluded.user_id`.execute(db);
    forget(hashSessionId(sessionId));
  }

  async function end(sessionId: string): Promise<void> {
    const sid = hashSessionId(sessionId);
    await sql`with gone as (delete from sessions where sid = ${sid} returning sid)
      select pg_notify(${CHANNEL}, sid) from gone`.execute(db);
    forget(sid);
  }

  async function endAllOf(trx: Transaction<AuthDatabase>, userId: number): Promise<string[]> {
    await forgetBrowsers(trx, userId);
    const { rows } = await sql<{ sid: string }>`
      with gone as (delete from sessions where user_id = ${userId} returning sid)
      select sid, pg_notify(${CHANNEL}, sid) from gone`.execute(trx);
    return rows.map(({ sid }) => sid);
  }

  return {
    name: 'session store',
    start: line.start,
    stop: line.stop,
    lookup,
    endAllOf,
    forget: (sids) => sids.forEach(forget),
    get(sessionId, done) {
      lookup(hashSessionId(sessionId)).then((found) => done(null, found.state === 'live' ? found.data : null), done);
    },
    set(sessionId, session, done) {
      save(sessionId, session).then(() => done(), done);
    },
    destroy(sessionId, done) {
      end(sessionId).then(() => done(), done);
    },
  };
}

/** Ends every session of every user with the transaction, in every process. */
export async function endAllSessions(trx: Transaction<AuthDatabase>): Promise<void> {
  await sql`with gone as (delete from sessions returning sid)
    select pg_notify(${CHANNEL}, sid) from gone`.execute(trx);
}

/** Deletes sessions a day after their end; until then they answer SESSION_EXPIRED. */
export async function pruneSessions(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from sessions where expire < clock_timestamp() - interval '1 day'`.execute(db);
}

/** What the table and the memory of this process know a session by. */
export function hashSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}
