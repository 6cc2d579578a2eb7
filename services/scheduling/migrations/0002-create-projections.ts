import { type Kysely, sql } from 'kysely';

/** What other services have said about a video, one row per thing they speak of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table video_renders (
    video_id uuid not null,
    variation integer not null,
    user_id text not null,
    state text not null,
    percent integer not null default 0,
    started_at timestamptz,
    finished_at timestamptz,
    code text not null default '',
    message text not null default '',
    primary key (video_id, variation),
    constraint video_renders_state_check check (state in ('waiting', 'running', 'done', 'failed'))
  ) with (fillfactor = 70)`.execute(db);
  await sql`create index video_renders_generated_idx on video_renders (user_id, finished_at) where state = 'done'`.execute(
    db,
  );

  await sql`create table video_deliveries (
    video_id uuid primary key,
    user_id text not null,
    variation integer not null,
    state text not null,
    at timestamptz,
    link text not null default '',
    code text not null default '',
    message text not null default '',
    constraint video_deliveries_state_check check (state in ('done', 'waiting', 'failed'))
  )`.execute(db);

  await sql`create table video_posts (
    video_id uuid not null,
    platform text not null,
    user_id text not null,
    state text not null,
    code text not null default '',
    message text not null default '',
    permalink text not null default '',
    posted_at timestamptz,
    next_check_at timestamptz,
    changed_at timestamptz,
    revision bigint not null,
    primary key (video_id, platform)
  ) with (fillfactor = 70)`.execute(db);
}
