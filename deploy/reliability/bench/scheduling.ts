import { type LargeTables, PLANNED_FROM, videosOf } from './large-tables.ts';

/** Scheduling's entries of years: a row of scheduled_videos for each. */
export const scheduling = (rows: number, now: Date): LargeTables => ({
  fill: {
    scheduled_videos: `
      insert into scheduled_videos (id, user_id, wall_date, wall_time, time_zone, publish_at, state, revision, requested_type,
                                    requested_caption, quota_month, quota_state, created_at, requested_at, updated_at)
      select id, user_id, to_char(at, 'YYYY-MM-DD'), '09:00', 'Europe/Rome', at,
             case when k < ${PLANNED_FROM} then 'requested' else 'planned' end, 2,
             case when k < ${PLANNED_FROM} then 'v1' end,
             case when k < ${PLANNED_FROM} then 'Glass Squish by Harbour Bakery, bakery' end,
             at - interval '10 days', case when k < ${PLANNED_FROM} then 'committed' else 'reserved' end,
             at - interval '20 days', case when k < ${PLANNED_FROM} then at - interval '1 day' end, at
        from ${videosOf(rows, now)}`,
  },
  read: `select id, wall_date, wall_time, time_zone, publish_at, state, revision, requested_type, requested_caption
           from scheduled_videos where user_id = $1 order by publish_at`,
  change: `update scheduled_videos set updated_at = now(), revision = revision + 1
            where id = (select id from scheduled_videos where user_id = $1 limit 1)`,
});
