import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for what was paid before; the nightly comparison fills in as far back as it looks.
  await sql`alter table payments add column is_annual boolean`.execute(db);
}
