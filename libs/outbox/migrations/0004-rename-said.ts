import { type Kysely, sql } from 'kysely';

/** The end of each partition after the relay's last publish, named after what it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_cursor rename column said to published_ends`.execute(db);
}
