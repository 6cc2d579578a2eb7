import { type Kysely, sql } from 'kysely';

/**
 * The function of the trigger `notify_change` (libs/postgres/README.md). It notifies only while a connection waits for the
 * table: that one holds the advisory lock exclusively, and each transaction that changes the table shares it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function notify_change() returns trigger language plpgsql as $$begin
    if not pg_try_advisory_xact_lock_shared(7204118, hashtext(tg_table_name)) then
      perform pg_notify('table_changed', tg_table_name);
    end if;
    return null;
  end$$`.execute(db);
}
