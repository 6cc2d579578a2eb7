import { type Kysely, sql } from 'kysely';

/** When a post that has not gone out does so: a platform's full day moves it from its entry's time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table video_posts add column goes_out_at timestamptz`.execute(db);
}
