import { type Kysely, sql } from 'kysely';

/** A brand is written seldom and goes into every request for a video, whole: as text it need not be put together each time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table video_configurations alter column brand type json using brand::json`.execute(db);
}
