import { type Kysely, sql } from 'kysely';

/** Users whose account was deleted: what is still on its way for them must not bring them back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table deleted_users (
    user_id text primary key,
    deleted_at timestamptz not null
  )`.execute(db);
}
