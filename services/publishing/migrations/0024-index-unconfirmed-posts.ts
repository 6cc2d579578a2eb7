import { type Kysely, sql } from 'kysely';

/** An index can't be created concurrently inside a transaction. */
export const transaction = false;

/** The few unconfirmed posts of many, which a metric counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It waits for all running transactions; no request queues behind it.
  await sql`set lock_timeout = 0`.execute(db);
  await sql`create index concurrently if not exists posts_unconfirmed_idx on posts (id) where state = 'unconfirmed'`.execute(
    db,
  );
}
