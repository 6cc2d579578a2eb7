import { type Kysely, sql } from 'kysely';

/** A payload is written once and read once, whole: as text it is made and read in half the time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox alter column payload type json using payload::json`.execute(db);
}
