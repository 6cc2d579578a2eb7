import { type Kysely, sql } from 'kysely';

/** Asked by each claim; a database is current unless the outbox's restore check, which replaces the function, says no. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select 1 from pg_proc
    where proname = 'database_is_current' and pronamespace = current_schema()::regnamespace`.execute(db);
  if (rows.length > 0) return;
  await sql`create function database_is_current() returns boolean language sql stable as 'select true'`.execute(db);
}
