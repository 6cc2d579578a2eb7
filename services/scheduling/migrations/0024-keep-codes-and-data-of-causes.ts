import { type Kysely, sql } from 'kysely';

/** A cause is kept as its code and its data; its words are made for whoever reads them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['video_renders', 'video_deliveries', 'video_posts']) {
    await sql`alter table ${sql.table(table)} drop column message, drop column fix`.execute(db);
  }
  await sql`alter table video_posts add column cause_data jsonb`.execute(db);
}
