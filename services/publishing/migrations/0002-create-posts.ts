import { type Kysely, sql } from 'kysely';

/** The ledger: what is to be posted, where it stands, and every attempt with its intent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table videos (
    id text primary key,
    user_id text not null,
    source text not null constraint videos_source_check check (source in ('entry', 'partner')),
    revision bigint not null default 0,
    variation integer not null default 0,
    publish_at timestamptz,
    title text not null default '',
    caption text not null default '',
    platforms text[] not null default '{}',
    media_key text,
    media_url text,
    media_variation integer,
    failure_code text,
    cancelled_at timestamptz,
    created_at timestamptz not null
  )`.execute(db);
  await sql`create index videos_user_id_publish_at_idx on videos (user_id, publish_at)`.execute(db);
  await sql`create table post_targets (
    id uuid primary key default gen_random_uuid(),
    video_id text not null references videos (id) on delete cascade,
    user_id text not null,
    platform text not null,
    state text not null constraint post_targets_state_check check (state in ('waiting', 'staging', 'staged',
      'going_out', 'processing', 'posted', 'failed', 'unconfirmed', 'missed', 'cancelled', 'no_connection')),
    code text,
    due_at timestamptz not null,
    next_action_at timestamptz,
    handle jsonb,
    content_key text,
    staged_at timestamptz,
    tries integer not null default 0,
    permalink text,
    platform_post_id text,
    account_id text,
    account_name text,
    posted_at timestamptz,
    committed_at timestamptz,
    late boolean not null default false,
    revision bigint not null default 1,
    lease_token bigint not null default 0,
    leased_until timestamptz,
    updated_at timestamptz not null,
    constraint post_targets_video_id_platform_key unique (video_id, platform)
  )`.execute(db);
  await sql`create index post_targets_next_action_at_idx on post_targets (next_action_at) where next_action_at is not null`.execute(
    db,
  );
  await sql`create index post_targets_user_id_idx on post_targets (user_id)`.execute(db);
  await sql`create table post_attempts (
    id bigint generated always as identity primary key,
    target_id uuid not null references post_targets (id) on delete cascade,
    step text not null,
    handle jsonb,
    revision bigint not null,
    variation integer not null,
    intent_at timestamptz not null,
    outcome text,
    code text,
    finished_at timestamptz
  )`.execute(db);
  // The judge of 'never twice': a target has at most one commit that went out, or may have gone out.
  await sql`create unique index post_attempts_one_commit_key on post_attempts (target_id)
    where step = 'commit' and (outcome is null or outcome in ('accepted', 'unknown', 'posted'))`.execute(db);
  await sql`create index post_attempts_target_id_idx on post_attempts (target_id)`.execute(db);
  await sql`create table platform_budgets (
    platform text not null,
    scope text not null,
    day date not null,
    used integer not null,
    primary key (platform, scope, day)
  )`.execute(db);
}
