import { type Kysely, sql } from 'kysely';

/** Events taken, and those that wait for another try. Services made both before libs had migrations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists inbox (
    consumer text not null,
    event_id uuid not null,
    taken_at timestamptz not null default clock_timestamp(),
    primary key (consumer, event_id)
  )`.execute(db);
  await sql`create index if not exists inbox_taken_at_idx on inbox (taken_at)`.execute(db);
  await sql`create table if not exists parked_events (
    id bigint generated always as identity primary key,
    consumer text not null,
    event_id uuid not null,
    topic text not null,
    key text not null,
    type text not null,
    payload bytea not null,
    occurred_at timestamptz not null,
    attempts integer not null default 0,
    cause text not null,
    next_try_at timestamptz not null,
    constraint parked_events_consumer_event_id_key unique (consumer, event_id)
  )`.execute(db);
  await sql`create index if not exists parked_events_due_idx on parked_events (consumer, next_try_at)`.execute(db);
  await sql`create index if not exists parked_events_key_idx on parked_events (consumer, key)`.execute(db);
}
