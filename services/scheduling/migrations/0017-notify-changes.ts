import { type Kysely, sql } from 'kysely';

/** The dispatcher sleeps until an entry falls due or this table changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace trigger notify_change after insert or update on due_entries
    for each row execute function notify_change()`.execute(db);
}
