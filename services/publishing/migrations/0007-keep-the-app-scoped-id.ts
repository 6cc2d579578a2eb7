import { type Kysely, sql } from 'kysely';

/** Instagram names a person to an app by another id than the account that is posted to; deletion requests carry it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_connections add column app_user_id text`.execute(db);
  await sql`create index social_connections_app_user_id_idx on social_connections (platform, app_user_id)`.execute(db);
}
