import { fillTable } from '@reelwright/benchmark';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { SchedulingDatabase } from '../src/database.ts';
import { addUsers, userId } from './due-rows.ts';

/** Videos of one user: 16 that went out in earlier months, each to two platforms, and 4 planned ones. */
const EACH = 20;
const PLANNED = 4;
/** Users whose first two planned entries are due. */
export const DUE_USERS = 500;

const TABLES = [
  'scheduled_videos',
  'due_entries',
  'usage_ledger',
  'video_renders',
  'video_deliveries',
  'video_posts',
] as const;

/**
 * Fills the tables as after years of use: `rows` videos with their reports. The users with due entries are spread
 * evenly. @returns their ids
 */
export async function addHistory(
  db: Kysely<SchedulingDatabase>,
  pool: pg.Pool,
  { rows, due }: { rows: number; due: Date },
): Promise<string[]> {
  const users = rows / EACH;
  const apart = users / DUE_USERS;
  await addUsers(db, users);
  for (const table of TABLES) await fillTable(pool, table, FILL[table](rows, due, apart));
  await pool.query(`vacuum analyze ${[...TABLES, 'usage_accounts', 'video_configurations'].join(', ')}`);
  const { rows: found } = await pool.query<{ id: string }>(
    `select ${userId('n')} as id from generate_series(1, ${users}, ${apart}) n`,
  );
  return found.map(({ id }) => id);
}

// Video number n is the k-th video of user u.
const VIDEOS = (rows: number) =>
  `(select n, n / ${EACH} + 1 as u, n % ${EACH} as k, md5('video' || n)::uuid as id from generate_series(0, ${rows - 1}) n) s`;
const POSTED = (rows: number) => `${VIDEOS(rows)} where k < ${EACH - PLANNED}`;
const WENT_OUT = (due: Date) => `timestamptz '${due.toISOString()}' - (${EACH} - k) * interval '5 days'`;

const FILL: Record<(typeof TABLES)[number], (rows: number, due: Date, apart: number) => string> = {
  scheduled_videos: (rows, due, apart) => `
    insert into scheduled_videos (id, user_id, wall_date, wall_time, time_zone, publish_at, state, revision, requested_type,
                                  requested_caption, quota_month, quota_state, created_at, requested_at, updated_at)
    select id, ${userId('u')}, '2026-11-22', '09:00', 'Europe/Rome', at,
           case when k < ${EACH - PLANNED} then 'requested' else 'planned' end, 2,
           case when k < ${EACH - PLANNED} then 'v1' end,
           case when k < ${EACH - PLANNED} then 'Glass Squish by Harbour Bakery, bakery' end,
           at - interval '10 days', case when k < ${EACH - PLANNED} then 'committed' else 'reserved' end,
           at - interval '20 days', case when k < ${EACH - PLANNED} then at - interval '1 day' end, at
      from (select s.*, case
              when k < ${EACH - PLANNED} then ${WENT_OUT(due)}
              when k < ${EACH - 2} and (u - 1) % ${apart} = 0 then timestamptz '${due.toISOString()}' - (k % 2) * interval '1 hour'
              else timestamptz '${due.toISOString()}' + (k + u % 20) * interval '1 day' end as at
            from ${VIDEOS(rows)}) v`,
  due_entries: () => `
    insert into due_entries (video_id, user_id, publish_at)
    select id, user_id, publish_at from scheduled_videos where state = 'planned'`,
  usage_ledger: (rows, due) => `
    insert into usage_ledger (user_id, quota_month, video_id, kind, delta, at)
    select ${userId('u')}, ${WENT_OUT(due)} - interval '10 days', id, 'reserve', 1, ${WENT_OUT(due)} from ${VIDEOS(rows)}`,
  video_renders: (rows, due) => `
    insert into video_renders (video_id, variation, user_id, state, percent, started_at, finished_at)
    select id, 0, ${userId('u')}, 'done', 100, ${WENT_OUT(due)}, ${WENT_OUT(due)} from ${POSTED(rows)}`,
  video_deliveries: (rows, due) => `
    insert into video_deliveries (video_id, user_id, variation, state, at, link)
    select id, ${userId('u')}, 0, 'done', ${WENT_OUT(due)}, 'https://drive.example/file/' || id from ${POSTED(rows)}`,
  video_posts: (rows, due) => `
    insert into video_posts (video_id, platform, user_id, state, permalink, posted_at, changed_at, revision)
    select id, platform, ${userId('u')}, 'posted', 'https://' || platform || '.example/' || id, ${WENT_OUT(due)}, ${WENT_OUT(due)}, 4
      from (select * from ${POSTED(rows)}) t, (values ('tiktok'), ('youtube')) p (platform)`,
};
