import { type Kysely, sql } from 'kysely';

/** Folders shared with unverified addresses, by the address block they were opened from, for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table unverified_shares (
    block text not null,
    day date not null,
    used integer not null,
    primary key (block, day)
  )`.execute(db);
}
