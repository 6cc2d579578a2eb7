import { type Kysely, sql } from 'kysely';

/** Which render failed: the earlier one then still goes out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column failed_variation integer`.execute(db);
  await sql`update videos set failed_variation = variation where failure_code is not null`.execute(db);
}
