import { type Kysely, sql } from 'kysely';

/**
 * Adds the order of turns, crashes of the renderer, measured durations and what is left to clean up to generation_jobs.
 * `deadline_at` has no reader left; processes of the version before still write it during a rollout.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation_jobs
    add column turn_at timestamptz not null default now(),
    add column crashes integer not null default 0,
    add column begun_at timestamptz,
    add column expected_at timestamptz,
    add column pace_ms integer,
    add column made_in_ms integer,
    add column has_drafts boolean not null default false`.execute(db);
  await sql`update generation_jobs set turn_at = coalesce(publish_at - interval '1 hour', requested_at)
    where state in ('queued', 'running')`.execute(db);
  await sql`create index generation_jobs_turn_idx on generation_jobs (turn_at, requested_at)
    where state in ('queued', 'running')`.execute(db);
  await sql`drop index generation_jobs_order_idx`.execute(db);
  await sql`create index generation_jobs_held_idx on generation_jobs (leased_until)
    where leased_until is not null and state in ('queued', 'running')`.execute(db);
  await sql`create index generation_jobs_measured_idx on generation_jobs (model, finished_at desc)
    where made_in_ms is not null`.execute(db);
  await sql`drop index generation_jobs_erasing_idx`.execute(db);
  await sql`create index generation_jobs_erasing_idx on generation_jobs (next_attempt_at)
    where state = 'erasing' or (has_drafts and state in ('done', 'failed', 'cancelled'))`.execute(db);
}
