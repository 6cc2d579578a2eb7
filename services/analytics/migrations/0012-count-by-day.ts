import { type Kysely, sql } from 'kysely';

/** The charts read the last 30 days or 12 months of tables that keep everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index renders_generated_idx on renders (ended_at) where outcome = 'generated'`.execute(db);
  await sql`create index regenerations_regenerated_at_idx on regenerations (regenerated_at)`.execute(db);
  await sql`create index payments_paid_at_idx on payments (paid_at)`.execute(db);
}
