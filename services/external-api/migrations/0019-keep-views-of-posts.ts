import { type Kysely, sql } from 'kysely';

/** How often a partner's post was seen, and when its platform reported that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table partner_posts add column views bigint`.execute(db);
  await sql`alter table partner_posts add column measured_at timestamptz`.execute(db);
  await sql`alter table partner_posts add column views_changed_at timestamptz`.execute(db);
}
