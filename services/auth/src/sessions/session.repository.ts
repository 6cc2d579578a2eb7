import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { Session, SessionData } from './session.ts';

type Db = Kysely<AuthDatabase> | Transaction<AuthDatabase>;

/** The channel that announces the hash of an ended session to every process. */
export const SESSION_ENDED = 'session_ended';

/** @returns the stored session and the database's time */
export async function findSession(db: Db, sid: string): Promise<{ session: Session | undefined; now: Date }> {
  const { rows } = await sql<{ sess: SessionData | null; usedAt: Date; expiresAt: Date; now: Date }>`
    select sess, touched_at as "usedAt", expire as "expiresAt", clock_timestamp() as now
      from (values (1)) as always left join sessions on sid = ${sid}`.execute(db);
  const { sess: data = null, usedAt, expiresAt, now } = rows[0] as (typeof rows)[number];
  return { session: data ? { data, usedAt, expiresAt } : undefined, now };
}

export async function insertSession(db: Db, sid: string, { data, usedAt, expiresAt }: Session): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      sid,
      sess: JSON.stringify(data),
      user_id: userIdOf(data),
      touched_at: usedAt,
      expire: expiresAt,
    })
    .execute();
}

export async function updateSessionData(db: Db, sid: string, { data }: Session): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ sess: JSON.stringify(data), user_id: userIdOf(data) })
    .where('sid', '=', sid)
    .execute();
}

/** Does nothing when another use was stored since `before` was read. */
export async function updateSessionUse(db: Db, sid: string, before: Session, after: Session): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ touched_at: after.usedAt, expire: after.expiresAt })
    .where('sid', '=', sid)
    .where(sql<Date>`date_trunc('milliseconds', touched_at)`, '=', before.usedAt)
    .execute();
}

/** Ends a session in every process. */
export async function deleteSession(db: Db, sid: string): Promise<void> {
  await sql`with gone as (delete from sessions where sid = ${sid} returning sid)
    select pg_notify(${SESSION_ENDED}, sid) from gone`.execute(db);
}

/** Ends every session of a user when the transaction commits, in every process. @returns their hashes */
export async function deleteSessionsOfUser(trx: Transaction<AuthDatabase>, userId: number): Promise<string[]> {
  const { rows } = await sql<{ sid: string }>`
    with gone as (delete from sessions where user_id = ${userId} returning sid)
    select sid, pg_notify(${SESSION_ENDED}, sid) from gone`.execute(trx);
  return rows.map(({ sid }) => sid);
}

/** Ends every session of every user when the transaction commits, in every process. */
export async function deleteAllSessions(trx: Transaction<AuthDatabase>): Promise<void> {
  await sql`with gone as (delete from sessions returning sid)
    select pg_notify(${SESSION_ENDED}, sid) from gone`.execute(trx);
}

/** Deletes sessions a day after they expired; until then their requests get SESSION_EXPIRED. */
export async function pruneSessions(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from sessions where expire < clock_timestamp() - interval '1 day'`.execute(db);
}

const userIdOf = ({ userId }: SessionData) => (userId ? Number(userId) : null);
