import { type Kysely, sql } from 'kysely';

/** The estimate at a video's request, which is compared with when the video was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation_jobs add column first_expected_at timestamptz`.execute(db);
}
