import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table users (
    id bigint generated always as identity primary key,
    email text not null,
    email_verified boolean not null default false,
    password_hash text,
    google_sub text,
    first_name text not null default '',
    last_name text not null default '',
    profile_image_url text,
    revision bigint not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint users_google_sub_key unique (google_sub),
    constraint users_email_check check (email = lower(email)),
    constraint users_way_in_check check (password_hash is not null or google_sub is not null)
  )`.execute(db);
  await sql`create unique index users_email_key on users (email)`.execute(db);

  await sql`create table sessions (
    sid text primary key,
    sess jsonb not null,
    expire timestamptz not null,
    user_id bigint references users (id) on delete cascade,
    touched_at timestamptz not null default clock_timestamp()
  )`.execute(db);
  await sql`create index sessions_expire_idx on sessions (expire)`.execute(db);
  await sql`create index sessions_user_id_idx on sessions (user_id)`.execute(db);

  await sql`create table api_keys (
    id uuid primary key default gen_random_uuid(),
    user_id bigint not null references users (id) on delete cascade,
    key_hash text not null,
    prefix text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    constraint api_keys_user_id_key unique (user_id),
    constraint api_keys_key_hash_key unique (key_hash)
  )`.execute(db);

  await sql`create table admin_sessions (
    sid text primary key,
    expire timestamptz not null,
    created_at timestamptz not null default clock_timestamp()
  )`.execute(db);

  await sql`create table failed_attempts (
    subject text primary key,
    failures integer not null,
    blocked_until timestamptz not null,
    last_failed_at timestamptz not null
  )`.execute(db);

  await sql`create table plan_snapshots (
    user_id bigint primary key references users (id) on delete cascade,
    entitlement jsonb,
    entitlement_revision bigint not null default 0,
    entitlement_seen_at timestamptz,
    usage jsonb,
    usage_seen_at timestamptz
  )`.execute(db);
}
