import { type Kysely, sql } from 'kysely';

/** What is erased of a deleted account is counted at once and told when it is closed at Stripe, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column erased jsonb not null default '[]'`.execute(db);
  await sql`create index payments_paid_at_idx on payments (paid_at)`.execute(db);
}
