import { type Kysely, sql } from 'kysely';

/** How far each consumer of this database has read. Services made it before libs had migrations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists consumer_positions (
    consumer text not null,
    topic text not null,
    partition integer not null,
    next_offset bigint not null,
    primary key (consumer, topic, partition)
  ) with (fillfactor = 50)`.execute(db);
}
