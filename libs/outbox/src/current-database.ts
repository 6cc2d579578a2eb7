import { AppError } from '@reelwright/errors';
import { type Kysely, sql } from 'kysely';

/**
 * Adds what tells a database from a copy of it that was put in its place: the server's start, the database's own number
 * and the file of its cursor differ in some way after each kind of restore. Call it from a migration, after the outbox's.
 */
export async function addRestoreCheck(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_cursor
    add column said jsonb not null default '{}',
    add column checked_as text`.execute(db);
  await sql`create function database_mark() returns text language sql stable as $$
    select concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
      (select oid from pg_database where datname = current_database()), pg_relation_filenode('outbox_cursor'))
  $$`.execute(db);
  await sql`create function database_is_current() returns boolean language sql stable as $$
    select checked_as is null or checked_as = database_mark() from outbox_cursor
  $$`.execute(db);
}

/**
 * As a condition of a claim: false from the moment the database was restored until it is in line with what the service
 * has said since. What can't be undone is claimed with it.
 */
export const databaseIsCurrent = sql<boolean>`database_is_current()`;

/** For a transaction that begins what can't be undone. @throws AppError UNAVAILABLE DATABASE_RESTORED */
export async function requireCurrentDatabase(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
  db: Kysely<any>,
): Promise<void> {
  const { rows } = await sql<{ current: boolean }>`select ${databaseIsCurrent} as current`.execute(db);
  if (rows[0]?.current) return;
  throw new AppError('UNAVAILABLE', 'DATABASE_RESTORED', 'We are catching up after a restore. Please try again soon.');
}
