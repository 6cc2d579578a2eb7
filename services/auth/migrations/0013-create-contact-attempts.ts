import { type Kysely, sql } from 'kysely';

/** Messages of the contact form are counted by the network they came from, for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table contact_attempts (
    id uuid primary key default gen_random_uuid(),
    network text not null,
    sent_at timestamptz not null
  )`.execute(db);
  await sql`create index contact_attempts_sent_at_idx on contact_attempts (sent_at)`.execute(db);
}
