import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table deleted_users (
    user_id text primary key,
    deleted_at timestamptz not null
  )`.execute(db);
}
