import { type Kysely, sql } from 'kysely';

/** The trace that an event was written in, so that its consumers continue it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column traceparent text`.execute(db);
}
