import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whose turn it is to change something of a user's at Stripe. A turn ends by itself, so a crash holds nobody up for long.
  await sql`alter table accounts
    add column turn bigint not null default 0,
    add column turn_until timestamptz`.execute(db);
}
