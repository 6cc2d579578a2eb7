import { type Kysely, sql } from 'kysely';

/** The trace that a job was requested in, which each of its attempts continues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation_jobs add column traceparent text`.execute(db);
}
