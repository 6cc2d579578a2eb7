import { type Kysely, sql } from 'kysely';

/**
 * The append-only outbox, cut into days, and the relay's cursor. Rows are never changed; days that the cursor has passed
 * are dropped whole. Services made both before libs had migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists outbox (
    id bigint generated always as identity,
    xid xid8 not null default pg_current_xact_id(),
    event_id uuid not null default gen_random_uuid(),
    topic text not null,
    key text not null,
    type text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    created_at timestamptz not null default clock_timestamp()
  ) partition by range (created_at)`.execute(db);
  await sql`create index if not exists outbox_xid_id_idx on outbox (xid, id)`.execute(db);
  await sql`create table if not exists outbox_default partition of outbox default`.execute(db);
  await sql`create table if not exists outbox_cursor (
    singleton boolean primary key default true check (singleton),
    xid xid8 not null,
    id bigint not null
  )`.execute(db);
  await sql`insert into outbox_cursor (xid, id) values ('0', 0) on conflict do nothing`.execute(db);
  await sql`create or replace trigger notify_change after insert or update on outbox
    for each statement execute function notify_change()`.execute(db);
}
