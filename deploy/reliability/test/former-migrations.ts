import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Migrations = Record<string, Migration>;
type Step = (db: Kysely<unknown>) => Promise<void>;

/**
 * For each service, the last migration from the time when services created the tables of libs themselves, and the
 * migrations that created those tables.
 */
const FORMER: Record<string, { last: string; made: Record<string, readonly Step[]> }> = {
  analytics: {
    last: '0014',
    made: {
      '0002-create-inbox': [createInbox],
      '0010-create-outbox': [createOutbox],
      '0013-notify-changes': [notifyOfOutbox],
      '0014-know-a-restored-database': [createPositions, addRestoreCheck],
    },
  },
  auth: {
    last: '0016',
    made: {
      '0002-create-outbox-and-inbox': [createOutbox, createInbox],
      '0014-notify-changes': [notifyOfOutbox],
      '0016-know-a-restored-database': [createPositions, addRestoreCheck],
    },
  },
  billing: {
    last: '0025',
    made: {
      '0002-create-outbox-and-inbox': [createOutbox, createInbox],
      '0025-know-a-restored-database': [createPositions, addRestoreCheck],
    },
  },
  drive: {
    last: '0006',
    made: {
      '0002-create-outbox-and-inbox': [createOutbox, createInbox],
      '0005-know-a-restored-database': [createPositions, addRestoreCheck],
    },
  },
  'external-api': {
    last: '0015',
    made: {
      '0002-create-inbox': [createInbox],
      '0010-create-outbox': [createOutbox],
      '0013-notify-changes': [notifyOfOutbox],
      '0014-know-a-restored-database': [createPositions, addRestoreCheck],
    },
  },
  generation: {
    last: '0014',
    made: {
      '0002-create-outbox-and-inbox': [createOutbox, createInbox],
      '0013-know-a-restored-database': [createPositions, addRestoreCheck],
    },
  },
  publishing: {
    last: '0016',
    made: {
      '0003-create-outbox-and-inbox': [createOutbox, createInbox],
      '0015-know-a-restored-database': [createPositions, addRestoreCheck],
    },
  },
  scheduling: {
    last: '0021',
    made: {
      '0003-create-outbox-and-inbox': [createOutbox, createInbox],
      '0011-keep-what-is-due': [storePayloadsAsJson],
      '0019-know-a-restored-database': [createPositions, addRestoreCheck],
    },
  },
};

/** The migrations of a service as they were then. @param today its current migrations, from `loadMigrations` */
export function formerMigrations(service: string, today: Migrations): Migrations {
  const { last = '', made = {} } = FORMER[service] ?? {};
  const then: Migrations = {};
  for (const [name, migration] of Object.entries(today))
    if (!name.includes('/') && name.slice(0, 4) <= last) then[name] = migration;
  for (const [name, steps] of Object.entries(made)) {
    const own = then[name];
    then[name] = {
      async up(db) {
        await own?.up(db);
        for (const step of steps) await step(db);
      },
    };
  }
  return then;
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`create table outbox (
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
  await sql`create index outbox_xid_id_idx on outbox (xid, id)`.execute(db);
  await sql`create table outbox_default partition of outbox default`.execute(db);
  await sql`create table outbox_cursor (
    singleton boolean primary key default true check (singleton),
    xid xid8 not null,
    id bigint not null
  )`.execute(db);
  await sql`insert into outbox_cursor (xid, id) values ('0', 0)`.execute(db);
  await notifyOfOutbox(db);
}

async function notifyOfOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function notify_change() returns trigger language plpgsql as ${sql.lit(`begin
    if not pg_try_advisory_xact_lock_shared(7204118, hashtext(tg_table_name)) then
      perform pg_notify('table_changed', tg_table_name);
    end if;
    return null;
  end`)}`.execute(db);
  await sql`create or replace trigger notify_change after insert or update on outbox
    for each statement execute function notify_change()`.execute(db);
}

async function storePayloadsAsJson(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox alter column payload type json using payload::json`.execute(db);
}

async function createInbox(db: Kysely<unknown>): Promise<void> {
  await sql`create table inbox (
    consumer text not null,
    event_id uuid not null,
    taken_at timestamptz not null default clock_timestamp(),
    primary key (consumer, event_id)
  )`.execute(db);
  await sql`create index inbox_taken_at_idx on inbox (taken_at)`.execute(db);
  await sql`create table parked_events (
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
  await sql`create index parked_events_due_idx on parked_events (consumer, next_try_at)`.execute(db);
  await sql`create index parked_events_key_idx on parked_events (consumer, key)`.execute(db);
}

async function createPositions(db: Kysely<unknown>): Promise<void> {
  await sql`create table consumer_positions (
    consumer text not null,
    topic text not null,
    partition integer not null,
    next_offset bigint not null,
    primary key (consumer, topic, partition)
  ) with (fillfactor = 50)`.execute(db);
}

async function addRestoreCheck(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_cursor
    add column said jsonb not null default '{}',
    add column checked_as text`.execute(db);
  await sql`create function database_mark() returns text language sql stable as $$
    select concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
      (select oid from pg_database where datname = current_database()), pg_relation_filenode('outbox_cursor'))
  $$`.execute(db);
  await sql`create function database_is_current() returns boolean language sql stable as $$
    select checked_as is null or checked_as = database_mark() from outbox_cursor
  $$`.execute(db);
}
