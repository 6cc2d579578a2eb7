import { type Kysely, sql } from 'kysely';

/** Accounts people connected, the consents under way, and what each user is entitled to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table social_connections (
    id uuid primary key,
    user_id text not null,
    platform text not null constraint social_connections_platform_check
      check (platform in ('tiktok', 'youtube', 'facebook', 'instagram')),
    state text not null constraint social_connections_state_check
      check (state in ('connected', 'needs_reconnect', 'disconnected')),
    cause text,
    account_id text,
    account_name text,
    provider_user_id text,
    access_token text,
    refresh_token text,
    post_token text,
    access_expires_at timestamptz,
    refresh_expires_at timestamptz,
    issued_at timestamptz,
    scopes text[] not null default '{}',
    settings jsonb not null default '{}',
    grant_no integer not null default 1,
    token_version integer not null default 1,
    work_at timestamptz,
    revoke_pending boolean not null default false,
    erase_pending boolean not null default false,
    revoke_tries integer not null default 0,
    lease_token bigint not null default 0,
    leased_until timestamptz,
    revision bigint not null default 1,
    updated_at timestamptz not null,
    constraint social_connections_user_id_platform_key unique (user_id, platform)
  )`.execute(db);
  await sql`create index social_connections_work_at_idx on social_connections (work_at) where work_at is not null`.execute(
    db,
  );
  await sql`create index social_connections_provider_user_id_idx on social_connections (platform, provider_user_id)`.execute(
    db,
  );
  await sql`create table oauth_states (
    state_hash text primary key,
    user_id text not null,
    platform text not null,
    verifier text,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index oauth_states_expires_at_idx on oauth_states (expires_at)`.execute(db);
  await sql`create table entitlements (
    user_id text primary key,
    tier text not null,
    period_end timestamptz,
    revision bigint not null
  )`.execute(db);
  await sql`create table data_deletions (
    code text primary key,
    platform text not null,
    connections integer not null,
    requested_at timestamptz not null
  )`.execute(db);
}
