import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A change that Stripe holds back until its invoice is paid.
  await sql`alter table intentions add column waits_since timestamptz`.execute(db);

  // One row per day of product time on which Stripe's books and these were compared, with what differed.
  await sql`create table reconcile_runs (
    id text primary key,
    due_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    report jsonb,
    lease_token bigint not null default 0,
    leased_until timestamptz
  )`.execute(db);
}
