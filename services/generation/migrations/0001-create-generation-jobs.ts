import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table generation_jobs (
    id uuid primary key default gen_random_uuid(),
    video_id uuid not null,
    variation integer not null,
    user_id text not null,
    state text not null default 'queued',
    request jsonb not null,
    model text,
    -- What the model calls the work; asked for after a crash instead of paying twice.
    operation text,
    starts integer not null default 0,
    attempts integer not null default 0,
    percent integer not null default 0,
    requested_at timestamptz not null,
    publish_at timestamptz,
    next_attempt_at timestamptz not null,
    deadline_at timestamptz,
    started_at timestamptz,
    finished_at timestamptz,
    media_key text,
    poster_key text,
    bytes bigint,
    sha256 text,
    code text,
    lease_token bigint not null default 0,
    leased_until timestamptz,
    constraint generation_jobs_video_id_variation_key unique (video_id, variation),
    constraint generation_jobs_state_check
      check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'erasing'))
  )`.execute(db);
  await sql`create index generation_jobs_due_idx on generation_jobs (next_attempt_at)
    where state in ('queued', 'running')`.execute(db);
  await sql`create index generation_jobs_erasing_idx on generation_jobs (next_attempt_at)
    where state = 'erasing'`.execute(db);
  await sql`create index generation_jobs_user_id_idx on generation_jobs (user_id)`.execute(db);
}
