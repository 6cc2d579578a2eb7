import { type Kysely, sql } from 'kysely';

/** The trace that a post was created in, which each of its steps continues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table posts add column traceparent text`.execute(db);
}
