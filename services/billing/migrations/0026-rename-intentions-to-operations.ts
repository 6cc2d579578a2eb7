import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table intentions rename to operations`.execute(db);
  await sql`alter table operations rename column wanted_price_id to requested_price_id`.execute(db);
  await sql`alter table operations rename column waits_since to payment_pending_since`.execute(db);
  await sql`alter table operations rename constraint intentions_pkey to operations_pkey`.execute(db);
  await sql`alter table operations rename constraint intentions_user_id_fkey to operations_user_id_fkey`.execute(db);
  await sql`alter table operations rename constraint intentions_kind_check to operations_kind_check`.execute(db);
  await sql`alter index intentions_user_id_kind_key rename to operations_user_id_kind_key`.execute(db);
}
