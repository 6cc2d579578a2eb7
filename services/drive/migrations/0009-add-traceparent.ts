import { type Kysely, sql } from 'kysely';

/** The trace that an upload was requested in, which each of its attempts continues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table drive_uploads add column traceparent text`.execute(db);
}
