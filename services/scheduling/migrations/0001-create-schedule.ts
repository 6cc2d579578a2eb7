import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table usage_accounts (
    user_id text primary key,
    tier text not null default 'free',
    status text not null default 'none',
    month_anchor timestamptz,
    entitled_until timestamptz,
    revision bigint not null default 0,
    deleted_at timestamptz,
    constraint usage_accounts_tier_check check (tier in ('free', 'starter', 'pro', 'elite'))
  ) with (fillfactor = 70)`.execute(db);

  await sql`create table video_configurations (
    user_id text primary key,
    version bigint not null,
    video_type text not null,
    include_audio boolean not null,
    notes text not null,
    brand jsonb not null,
    default_captions jsonb not null,
    time_zone text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  ) with (fillfactor = 80)`.execute(db);

  // slot_at is where the calendar shows the video; a removed one has none, so that its slot is free again. Deferrable,
  // because two entries may change places in one save.
  await sql`create table scheduled_videos (
    id uuid primary key,
    user_id text not null,
    wall_date text,
    wall_time text,
    time_zone text not null,
    publish_at timestamptz,
    state text not null,
    revision bigint not null default 1,
    variation integer not null default 0,
    video_type text,
    requested_type text,
    caption text,
    platforms text[],
    quota_month timestamptz not null,
    quota_state text not null,
    created_at timestamptz not null,
    requested_at timestamptz,
    updated_at timestamptz not null,
    slot_at timestamptz generated always as (
      case when state = 'cancelled' then null else coalesce(publish_at, created_at) end
    ) stored,
    constraint scheduled_videos_state_check check (state in ('planned', 'paused', 'requested', 'cancelled')),
    constraint scheduled_videos_quota_state_check check (quota_state in ('reserved', 'committed', 'released')),
    constraint scheduled_videos_user_id_slot_at_key unique (user_id, slot_at) deferrable initially deferred
  ) with (fillfactor = 70)`.execute(db);
  await sql`create index scheduled_videos_due_idx on scheduled_videos (publish_at) where state = 'planned'`.execute(db);

  await sql`create table usage_ledger (
    id bigint generated always as identity primary key,
    user_id text not null,
    quota_month timestamptz not null,
    video_id uuid not null,
    kind text not null,
    delta smallint not null,
    at timestamptz not null,
    constraint usage_ledger_kind_check check (kind in ('reserve', 'commit', 'release'))
  )`.execute(db);
  await sql`create index usage_ledger_user_id_month_idx on usage_ledger (user_id, quota_month) include (delta)`.execute(
    db,
  );

  await sql`create table video_regenerations (
    id uuid primary key,
    user_id text not null,
    include_audio boolean not null,
    video_type text not null,
    scheduled_dates jsonb not null,
    notes text not null,
    video_count integer not null,
    regenerated_at timestamptz not null
  )`.execute(db);
  await sql`create index video_regenerations_user_id_idx on video_regenerations (user_id, regenerated_at desc)`.execute(
    db,
  );
}
