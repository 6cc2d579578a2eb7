import { type Kysely, sql } from 'kysely';

/** Workers sleep until a row falls due or this table changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace trigger notify_change after insert or update on generation_jobs
    for each row execute function notify_change()`.execute(db);
}
