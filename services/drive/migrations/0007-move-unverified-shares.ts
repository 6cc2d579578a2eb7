import { type Kysely, sql } from 'kysely';

/** Shares with unverified addresses are counted in the table of libs/daily-limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into daily_counts (name, key, day, used)
    select 'unverified_shares', block, day, used from unverified_shares`.execute(db);
  await sql`drop table unverified_shares`.execute(db);
}
