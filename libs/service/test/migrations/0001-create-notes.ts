import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table notes (user_id text primary key, revision bigint not null)`.execute(db);
}
