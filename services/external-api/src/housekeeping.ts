import type { Clock } from '@reelwright/clock';
import { type Kysely, sql } from 'kysely';
import type { ExternalApiDatabase } from './database.ts';

/** Forgets hours that are over, idempotency keys after a day, and posts after the twelve months that usage is kept. */
export async function sweep(db: Kysely<ExternalApiDatabase>, clock: Clock): Promise<void> {
  await sql`delete from rate_windows where window_start < ${clock.real()}::timestamptz - interval '2 hours'`.execute(
    db,
  );
  // A key without an answer is held while its request runs.
  await sql`delete from idempotency_keys
    where expires_at < clock_timestamp() and (status is not null or leased_until < clock_timestamp())`.execute(db);
  // A request's posts go together: what is left of one would be another answer.
  await sql`delete from partner_posts p where p.updated_at < ${clock.now()}::timestamptz - interval '12 months'
    and not exists (select from partner_posts o where o.request_id = p.request_id
      and o.updated_at >= ${clock.now()}::timestamptz - interval '12 months')`.execute(db);
}
