import { type Kysely, sql } from 'kysely';

/** A cause is kept as its code and its data; its words are made for each answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table partner_posts drop column message, add column cause_data jsonb`.execute(db);
}
