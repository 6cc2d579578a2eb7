import { type Kysely, sql } from 'kysely';

/** Which connections a deletion request is about: it is completed when they are gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table data_deletions add column connection_ids uuid[] not null default '{}'`.execute(db);
}
