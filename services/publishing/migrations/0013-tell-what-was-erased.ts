import { type Kysely, sql } from 'kysely';

/**
 * What is erased of a deleted account is counted at once and told when its last grant was given back. Of accounts that
 * were deleted before, nobody waits to be told. A request of Meta's is known again when it is sent again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deleted_users add column erased jsonb not null default '[]', add column told_at timestamptz`.execute(
    db,
  );
  await sql`update deleted_users set told_at = deleted_at`.execute(db);
  await sql`alter table data_deletions
    add column request_hash text,
    add constraint data_deletions_request_hash_key unique (request_hash)`.execute(db);
}
