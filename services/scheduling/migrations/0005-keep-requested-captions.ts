import { type Kysely, sql } from 'kysely';

/** The words a video goes out with, as they were told last. Of older requests they are not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scheduled_videos add column requested_caption text`.execute(db);
}
