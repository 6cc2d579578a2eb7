import { type Kysely, sql } from 'kysely';

/** The price of the plan that follows is named as elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operations rename column planned_price_id to next_price_id`.execute(db);
}
