import { type Kysely, sql } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';

/** Usage stays counted without a name after twelve months, and payments after ten years. */
export async function unnameUsage(db: Kysely<AnalyticsDatabase>, now: Date): Promise<void> {
  await sql`update videos set user_id = null
    where user_id is not null and requested_at < ${now}::timestamptz - interval '12 months'`.execute(db);
  await sql`update regenerations set user_id = null
    where user_id is not null and regenerated_at < ${now}::timestamptz - interval '12 months'`.execute(db);
  await sql`update payments set user_id = null
    where user_id is not null and paid_at < ${now}::timestamptz - interval '10 years'`.execute(db);
}
