import { type Kysely, sql } from 'kysely';

/** The trace that an entry was created in, which its video and posts continue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scheduled_videos add column traceparent text`.execute(db);
}
