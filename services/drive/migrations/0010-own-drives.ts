import { type Kysely, sql } from 'kysely';

/** The grants of people for their own Drive, and which Drive an upload goes to: without a grant, the operator's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table drive_grants (
    id uuid primary key default gen_random_uuid(),
    user_id text not null,
    state text not null default 'active',
    -- The person's id in Drive, which stays the same when the address changes.
    account_id text not null,
    account_email text not null,
    account_name text not null,
    refresh_token text not null,
    -- Reserved before the folder is made; it has an address once it is.
    folder_id text,
    folder_url text,
    connected_at timestamptz not null,
    next_attempt_at timestamptz not null default clock_timestamp(),
    lease_token bigint not null default 0,
    leased_until timestamptz,
    constraint drive_grants_state_check check (state in ('active', 'lost', 'ending'))
  )`.execute(db);
  await sql`create unique index drive_grants_user_id_key on drive_grants (user_id) where state <> 'ending'`.execute(db);
  await sql`create index drive_grants_account_id_idx on drive_grants (account_id)`.execute(db);
  await sql`create index drive_grants_due_idx on drive_grants (next_attempt_at) where state = 'ending'`.execute(db);
  await sql`create or replace trigger notify_change after insert or update on drive_grants
    for each row execute function notify_change()`.execute(db);
  await sql`create table drive_consents (
    state_hash text primary key,
    user_id text not null,
    verifier text not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`alter table drive_uploads add column grant_id uuid`.execute(db);
}
