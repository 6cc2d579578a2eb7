import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table google_link_wishes rename to google_link_requests`.execute(db);
  await sql`alter table google_link_requests rename constraint google_link_wishes_pkey to google_link_requests_pkey`.execute(
    db,
  );
  await sql`alter table google_link_requests
    rename constraint google_link_wishes_user_id_fkey to google_link_requests_user_id_fkey`.execute(db);
  await sql`alter index google_link_wishes_user_id_idx rename to google_link_requests_user_id_idx`.execute(db);
  await sql`alter index google_link_wishes_expires_at_idx rename to google_link_requests_expires_at_idx`.execute(db);
}
