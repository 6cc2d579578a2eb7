import { type Kysely, sql } from 'kysely';

/** Since when a due post waits for scheduling's last word about its entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post_targets add column unanswered_since timestamptz`.execute(db);
}
