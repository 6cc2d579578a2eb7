import { type Kysely, sql } from 'kysely';

/** Workers sleep until a row falls due or these tables change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['post_targets', 'social_connections']) {
    await sql`create or replace trigger notify_change after insert or update on ${sql.table(table)}
      for each row execute function notify_change()`.execute(db);
  }
}
