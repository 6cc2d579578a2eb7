import { type Kysely, sql } from 'kysely';

/** The zone in which its owner reads a video's time; UTC for what was planned before this was told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table drive_videos add column time_zone text not null default 'UTC'`.execute(db);
}
