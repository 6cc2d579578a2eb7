import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table daily_counts (
    name text not null,
    key text not null,
    day date not null,
    used integer not null,
    primary key (name, key, day)
  )`.execute(db);
}
