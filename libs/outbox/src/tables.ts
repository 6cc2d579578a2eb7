import { notifyChanges } from '@reelwright/postgres';
import { type ColumnType, type Generated, type Kysely, sql } from 'kysely';

/** The tables a service that states facts has beside its own. */
export interface OutboxTables {
  outbox: {
    id: Generated<number>;
    xid: Generated<string>;
    event_id: Generated<string>;
    topic: string;
    key: string;
    type: string;
    /** The event as the JSON mapping of its proto message; the relay puts it on the wire as protobuf. */
    payload: ColumnType<unknown, string, never>;
    occurred_at: Date;
    created_at: Generated<Date>;
  };
  outbox_cursor: {
    singleton: Generated<boolean>;
    xid: string;
    id: number;
    /** Where each partition of the service's own topics ended after its last publish. */
    said: Generated<Record<string, number>>;
    /** The database's mark when it was last in line with what was said. */
    checked_as: Generated<string | null>;
  };
}

/**
 * Creates the append-only outbox, cut into days, and the relay's cursor. Call it from a migration.
 * Rows are never changed; days that the cursor has passed are dropped whole.
 */
export async function createOutboxTables(db: Kysely<unknown>): Promise<void> {
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
  await notifyChanges(db, 'outbox', 'statement');
}
