import { type Kysely, sql } from 'kysely';

/**
 * Ids that begin with the time. Entries that were saved together fall due one after another, and lie side by side in the
 * index too: dispatching a batch reads a page for many of them, where random ids read one for each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scheduled_videos alter column id set default uuidv7()`.execute(db);
}
