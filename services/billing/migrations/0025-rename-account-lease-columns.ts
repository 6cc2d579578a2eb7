import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts rename column turn to stripe_lease_token`.execute(db);
  await sql`alter table accounts rename column turn_until to stripe_leased_until`.execute(db);
}
