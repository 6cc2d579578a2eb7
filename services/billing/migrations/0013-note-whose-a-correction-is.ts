import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The customer at Stripe, so that one's unfinished corrections are gone on with by one's own events only. Null for what
  // was begun before, which the nightly comparison finishes, and for who has left.
  await sql`alter table corrections add column customer_id text`.execute(db);
  await sql`create index corrections_unfinished_idx on corrections (customer_id) where done_at is null`.execute(db);
}
