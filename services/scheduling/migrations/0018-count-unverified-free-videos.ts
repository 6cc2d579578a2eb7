import { type Kysely, sql } from 'kysely';

/** Free videos of accounts with an unverified e-mail, by the address block they were asked for from, for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table unverified_free_videos (
    block text not null,
    day date not null,
    used integer not null,
    primary key (block, day)
  )`.execute(db);
}
