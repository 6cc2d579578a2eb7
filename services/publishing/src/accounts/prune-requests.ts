import { type Kysely, sql } from 'kysely';
import type { PublishingDatabase } from '../database.ts';

/** How far a deletion that Meta asked for is can be read for twelve months; a consent nobody came back from ends with its time. */
export async function pruneRequests(db: Kysely<PublishingDatabase>, now: { product: Date; real: Date }): Promise<void> {
  await sql`delete from data_deletions where requested_at < ${now.product}::timestamptz - interval '12 months'`.execute(
    db,
  );
  await sql`delete from oauth_states where expires_at < ${now.real}`.execute(db);
}
