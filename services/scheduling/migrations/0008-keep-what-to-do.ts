import { type Kysely, sql } from 'kysely';

/** Besides what happened, the other services say what to do about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['video_renders', 'video_deliveries', 'video_posts']) {
    await sql`alter table ${sql.table(table)} add column fix text not null default ''`.execute(db);
  }
}
