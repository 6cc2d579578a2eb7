import { type Kysely, sql } from 'kysely';

/** A video that waits for its next try shows when that is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table video_renders add column next_try_at timestamptz`.execute(db);
}
