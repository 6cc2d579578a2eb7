import { type Kysely, sql } from 'kysely';

/** The trace of a parked event, which its next try continues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table parked_events add column traceparent text`.execute(db);
}
