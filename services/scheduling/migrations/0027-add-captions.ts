import { type Kysely, sql } from 'kysely';

/** The texts of single platforms of an entry, and those that were last announced; null where there are none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scheduled_videos add column captions jsonb, add column requested_captions jsonb`.execute(db);
}
