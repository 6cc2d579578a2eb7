import { type Kysely, sql } from 'kysely';

/**
 * What tells a database from a copy of it that was put in its place: the server's start, the database's own number and the
 * file of its cursor differ in some way after each kind of restore. Services made it before libs had migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_cursor
    add column if not exists said jsonb not null default '{}',
    add column if not exists checked_as text`.execute(db);
  await sql`create or replace function database_mark() returns text language sql stable as $$
    select concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
      (select oid from pg_database where datname = current_database()), pg_relation_filenode('outbox_cursor'))
  $$`.execute(db);
  await sql`create or replace function database_is_current() returns boolean language sql stable as $$
    select checked_as is null or checked_as = database_mark() from outbox_cursor
  $$`.execute(db);
}
