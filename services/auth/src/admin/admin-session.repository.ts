import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AuthDatabase } from '../database.ts';

export const ADMIN_SESSION_HOURS = 8;

/** @returns the id, for the cookie; only its hash is stored */
export async function startAdminSession(db: Kysely<AuthDatabase>): Promise<string> {
  const id = randomBytes(24).toString('base64url');
  await sql`insert into admin_sessions (sid, expire)
    values (${hash(id)}, clock_timestamp() + ${ADMIN_SESSION_HOURS} * interval '1 hour')`.execute(db);
  return id;
}

/** Whether the session exists and has not expired. */
export async function findAdminSession(db: Kysely<AuthDatabase>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_sessions')
    .select('sid')
    .where('sid', '=', hash(id))
    .where('expire', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function endAdminSession(db: Kysely<AuthDatabase>, id: string): Promise<void> {
  await db.deleteFrom('admin_sessions').where('sid', '=', hash(id)).execute();
}

/** Deletes expired sessions. */
export async function pruneAdminSessions(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from admin_sessions where expire < clock_timestamp()`.execute(db);
}

const hash = (id: string): string => createHash('sha256').update(id).digest('base64url');
