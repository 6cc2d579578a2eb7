import { type Kysely, sql } from 'kysely';

/** The title of an entry; null where it has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scheduled_videos add column title text`.execute(db);
}
