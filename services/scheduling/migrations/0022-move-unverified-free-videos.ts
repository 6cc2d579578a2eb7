import { type Kysely, sql } from 'kysely';

/** Free videos of accounts with an unverified e-mail are counted in the table of libs/daily-limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into daily_counts (name, key, day, used)
    select 'unverified_free_videos', block, day, used from unverified_free_videos`.execute(db);
  await sql`drop table unverified_free_videos`.execute(db);
}
