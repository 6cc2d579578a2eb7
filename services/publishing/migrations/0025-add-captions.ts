import { type Kysely, sql } from 'kysely';

/** What each platform posts; one that is not here posts the caption. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column captions jsonb not null default '{}'`.execute(db);
}
