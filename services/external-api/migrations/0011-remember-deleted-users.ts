import { type Kysely, sql } from 'kysely';

/** Users whose account was deleted: a request that is still being carried out must not bring them back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table deleted_users (
    user_id text primary key,
    deleted_at timestamptz not null,
    erased jsonb not null,
    told_at timestamptz
  )`.execute(db);
}
