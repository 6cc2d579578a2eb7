import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Unlogged: a crash of the database empties it, which at worst gives an hour's budget anew.
  await sql`create unlogged table rate_windows (
    key_id text not null,
    kind text not null,
    window_start timestamptz not null,
    used integer not null,
    primary key (key_id, kind, window_start)
  ) with (fillfactor = 70)`.execute(db);

  await sql`create table idempotency_keys (
    key_id text not null,
    route text not null,
    idempotency_key text not null,
    user_id text not null,
    request_id uuid not null,
    fingerprint text,
    status integer,
    answer jsonb,
    lease_token bigint not null default 0,
    leased_until timestamptz not null,
    expires_at timestamptz not null,
    primary key (key_id, route, idempotency_key),
    constraint idempotency_keys_answer_check check ((status is null) = (answer is null))
  )`.execute(db);
  await sql`create index idempotency_keys_expires_at_idx on idempotency_keys (expires_at)`.execute(db);
  await sql`create index idempotency_keys_user_id_idx on idempotency_keys (user_id)`.execute(db);

  // A row stands before its object does, so that no object is ever left that no row tells of.
  await sql`create table uploads (
    id uuid primary key,
    user_id text not null,
    media_key text not null,
    bytes bigint,
    sha256 text,
    created_at timestamptz not null,
    erase_at timestamptz not null,
    lease_token bigint not null default 0,
    leased_until timestamptz
  )`.execute(db);
  await sql`create index uploads_erase_at_idx on uploads (erase_at)`.execute(db);
  await sql`create index uploads_user_id_idx on uploads (user_id)`.execute(db);

  await sql`create table partner_posts (
    post_id uuid primary key,
    request_id uuid not null,
    key_id text not null,
    user_id text not null,
    platform text not null,
    media_key text,
    media_url text,
    title text not null,
    description text not null,
    state text not null,
    code text not null default '',
    message text not null default '',
    platform_post_id text not null default '',
    permalink text not null default '',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint partner_posts_request_id_platform_key unique (request_id, platform)
  )`.execute(db);
  await sql`create index partner_posts_user_id_idx on partner_posts (user_id)`.execute(db);
  await sql`create index partner_posts_created_at_idx on partner_posts (created_at)`.execute(db);
}
