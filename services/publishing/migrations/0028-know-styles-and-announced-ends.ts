import { type Kysely, sql } from 'kysely';

/** The style names a video without a title. The announced end keeps the announcement of one end from being repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column video_type text not null default ''`.execute(db);
  await sql`alter table social_connections add column announced_end timestamptz`.execute(db);
}
