import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // When a user asked to be deleted, in product time, as Stripe's times are: what they pay from then on goes back.
  await sql`alter table accounts add column left_at timestamptz`.execute(db);
  await sql`update accounts set left_at = close_due_at where close_due_at is not null`.execute(db);
}
