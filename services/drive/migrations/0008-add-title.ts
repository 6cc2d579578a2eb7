import { type Kysely, sql } from 'kysely';

/** The title of a video's entry, which names its file; empty where it has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table drive_videos add column title text not null default ''`.execute(db);
}
