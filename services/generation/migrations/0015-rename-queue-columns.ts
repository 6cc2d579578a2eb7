import { type Kysely, sql } from 'kysely';

/** Names columns and indexes of generation_jobs after the queue, and drops `deadline_at`, which nothing reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation_jobs rename column turn_at to priority_at`.execute(db);
  await sql`alter table generation_jobs rename column begun_at to work_started_at`.execute(db);
  await sql`alter table generation_jobs rename column has_drafts to has_parts`.execute(db);
  await sql`alter table generation_jobs drop column deadline_at`.execute(db);
  await sql`alter index generation_jobs_turn_idx rename to generation_jobs_priority_idx`.execute(db);
  await sql`alter index generation_jobs_held_idx rename to generation_jobs_leased_idx`.execute(db);
  await sql`alter table deleted_users rename column told_at to announced_at`.execute(db);
}
