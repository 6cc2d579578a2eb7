import { type Kysely, sql } from 'kysely';

/** Jobs are claimed by the time they post, so the index is on that and the one on the next try has no reader left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index generation_jobs_order_idx on generation_jobs (coalesce(publish_at, requested_at))
    where state in ('queued', 'running')`.execute(db);
  await sql`drop index generation_jobs_due_idx`.execute(db);
}
