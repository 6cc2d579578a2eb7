import { type Kysely, sql } from 'kysely';

/**
 * What is erased of a deleted account is counted at once and told when the last file is gone. Of accounts that were deleted
 * before, nobody waits to be told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deleted_users add column erased jsonb not null default '[]', add column told_at timestamptz`.execute(
    db,
  );
  await sql`update deleted_users set told_at = deleted_at`.execute(db);
  await sql`create index generation_jobs_made_idx on generation_jobs (coalesce(finished_at, requested_at))
    where state in ('done', 'failed', 'cancelled')`.execute(db);
}
