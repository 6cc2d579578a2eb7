import { type Kysely, sql } from 'kysely';

/** What people look at: how often each of their posts was seen, and what the video is called. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table post_views (
    video_id text not null,
    platform text not null,
    user_id text not null,
    posted_at timestamptz not null,
    permalink text,
    post_revision bigint not null default 0,
    views bigint,
    likes bigint,
    watch_seconds bigint,
    measured_at timestamptz,
    code text,
    changed_at timestamptz,
    primary key (video_id, platform)
  )`.execute(db);
  await sql`create index post_views_user_id_posted_at_idx on post_views (user_id, posted_at)`.execute(db);
  await sql`create index post_views_posted_at_idx on post_views (posted_at)`.execute(db);
  await sql`create table video_labels (
    video_id text primary key,
    user_id text not null,
    style text,
    style_revision bigint not null default 0,
    title text not null default '',
    title_revision bigint not null default 0,
    updated_at timestamptz not null
  )`.execute(db);
  await sql`create index video_labels_user_id_idx on video_labels (user_id)`.execute(db);
  await sql`create index video_labels_updated_at_idx on video_labels (updated_at)`.execute(db);
}
