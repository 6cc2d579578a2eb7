import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table video_configurations add column id uuid not null default gen_random_uuid()`.execute(db);
  await sql`alter table video_configurations add constraint video_configurations_id_key unique (id)`.execute(db);
  // Null: auth did not answer when the videos were regenerated; the next regeneration fills it in.
  await sql`alter table video_regenerations add column user_email text`.execute(db);
}
