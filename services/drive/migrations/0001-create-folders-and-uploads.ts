import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table drive_folders (
    user_id text primary key,
    -- What the lease goes by.
    id uuid not null default gen_random_uuid() constraint drive_folders_id_key unique,
    email text,
    profile_revision bigint not null default 0,
    state text not null default 'absent',
    -- Reserved before the folder is made, so that making it twice makes one.
    folder_id text,
    folder_url text,
    shared_with text,
    permission_id text,
    next_attempt_at timestamptz not null default clock_timestamp(),
    lease_token bigint not null default 0,
    leased_until timestamptz,
    constraint drive_folders_state_check check (state in ('absent', 'ready', 'erasing', 'erased'))
  )`.execute(db);
  await sql`create index drive_folders_due_idx on drive_folders (next_attempt_at)
    where state = 'erasing' or (state = 'ready' and shared_with <> email)`.execute(db);
  await sql`create table drive_videos (
    video_id uuid primary key,
    user_id text not null,
    video_type text not null,
    publish_at timestamptz,
    cancelled boolean not null default false,
    revision bigint not null
  )`.execute(db);
  await sql`create index drive_videos_user_id_idx on drive_videos (user_id)`.execute(db);
  await sql`create table drive_uploads (
    id uuid primary key default gen_random_uuid(),
    video_id uuid not null,
    variation integer not null,
    user_id text not null,
    state text not null default 'waiting',
    media_key text not null,
    generated_at timestamptz not null,
    -- Where it goes and what it is called there, reserved before the first byte.
    folder_id text,
    file_id text,
    session_uri text,
    sent_bytes bigint not null default 0,
    web_view_link text,
    delivered_at timestamptz,
    code text,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default clock_timestamp(),
    lease_token bigint not null default 0,
    leased_until timestamptz,
    constraint drive_uploads_video_id_variation_key unique (video_id, variation),
    constraint drive_uploads_state_check
      check (state in ('waiting', 'delivered', 'failed', 'cancelled', 'trashing', 'trashed'))
  )`.execute(db);
  await sql`create index drive_uploads_due_idx on drive_uploads (next_attempt_at)
    where state in ('waiting', 'trashing')`.execute(db);
  await sql`create index drive_uploads_user_id_idx on drive_uploads (user_id)`.execute(db);
}
