import { type Kysely, sql } from 'kysely';

/** Which words a model was asked with. What was asked before this was kept has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation_jobs add column prompt_version text`.execute(db);
}
