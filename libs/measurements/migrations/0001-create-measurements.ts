import { type Kysely, sql } from 'kysely';

/** Unlogged, because a crash of the database only loses what is measured again within seconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table measurements (
    name text primary key,
    samples json,
    measured_at timestamptz,
    claimed_until timestamptz not null
  )`.execute(db);
}
