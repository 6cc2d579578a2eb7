import { join } from 'node:path';
import { silentLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { type Kysely, sql } from 'kysely';
import type { SchedulingDatabase } from '../src/database.ts';

/** The id of the n-th user, as SQL. */
export const userId = (n: string) => `'00000000-0000-4000-9000-' || lpad(${n}::text, 12, '0')`;
const nthUser = sql.raw(userId('n'));

export async function migrate(url: string): Promise<void> {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  await runMigrations({ url, migrations, logger: silentLogger });
}

/** Adds users on a paid plan, numbered from 1, with a saved configuration of realistic length. */
export async function addUsers(db: Kysely<SchedulingDatabase>, count: number): Promise<void> {
  await sql`insert into usage_accounts (user_id, tier, videos_per_month, status, month_anchor, entitled_until, revision,
                                        configuration_version)
    select ${nthUser}, 'pro', 12, 'active', now() - interval '10 days', now() + interval '300 days', 1, 1
      from generate_series(1, ${count}) n`.execute(db);
  await sql`insert into video_configurations (user_id, version, video_type, include_audio, notes, brand, default_captions,
                                              time_zone, created_at, updated_at)
    select ${nthUser}, 1, 'v1', true, 'Morning light, no crowds, the bridge in the background.',
           '{"name": "Harbour Bakery", "occupation": "bakery", "feel": "warm and calm", "colours": ["#aa5522", "#ffeecc"]}',
           ${CAPTIONS}, 'Europe/Rome', now(), now()
      from generate_series(1, ${count}) n`.execute(db);
}

const DAY_MS = 86_400_000;

/**
 * Adds a calendar of `days` days for each of the users from 1 to `count`: one planned entry a day at the same time,
 * the first at `first`. A user's entries are stored next to each other, as after a save.
 */
export async function addCalendars(
  db: Kysely<SchedulingDatabase>,
  { count, days, first }: { count: number; days: number; first: Date },
): Promise<void> {
  await sql`with entry as (
      insert into scheduled_videos (user_id, wall_date, wall_time, time_zone, publish_at, state, quota_month, quota_state,
                                    created_at, updated_at)
      select ${nthUser}, '2026-11-22', '09:00', 'Europe/Rome',
             ${first}::timestamptz + day * interval '1 day', 'planned', now() - interval '10 days', 'reserved', now(), now()
        from generate_series(1, ${count}) n, generate_series(0, ${days - 1}) day
       order by n, day
      returning id, user_id, publish_at
    )
    insert into due_entries (video_id, user_id, publish_at) select id, user_id, publish_at from entry`.execute(db);
}

export const dayAfter = (first: Date, days: number) => new Date(first.getTime() + days * DAY_MS);

const CAPTIONS = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`v${index + 1}`, 'Glass Squish by Harbour Bakery, bakery']),
  ),
);
