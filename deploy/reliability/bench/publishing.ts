import { type LargeTables, PLANNED_FROM, videosOf } from './large-tables.ts';

/** Each video goes to three platforms. */
export const POSTS_EACH = 3;
const PLATFORMS = `(values ('tiktok', 0), ('youtube', 1), ('instagram', 2)) p (platform, place)`;

/** Of 50 posts that ended, 47 went out. */
const ENDED = `case (n * ${POSTS_EACH} + place) % 50
  when 0 then 'failed' when 1 then 'missed' when 2 then 'cancelled' else 'posted' end`;

/** Publishing's posts of years: most ended, the others wait for their time. */
export const publishing = (rows: number, now: Date): LargeTables => ({
  fill: {
    videos: `
      insert into videos (id, user_id, source, revision, publish_at, title, caption, platforms, media_key, media_variation,
                          created_at)
      select id::text, user_id, 'entry', 2, at, 'Glass Squish', 'Glass Squish by Harbour Bakery, bakery', '{}',
             case when k < ${PLANNED_FROM} then 'videos/' || id || '/0.mp4' end, case when k < ${PLANNED_FROM} then 0 end,
             at - interval '20 days'
        from ${videosOf(rows, now)}`,
    posts: `
      insert into posts (video_id, user_id, platform, state, code, due_at, next_action_at, content_key, staged_at, tries,
                         permalink, platform_post_id, account_id, account_name, posted_at, committed_at, revision, updated_at)
      select video_id, user_id, platform, state, case state when 'failed' then 'MEDIA_REFUSED' when 'missed' then 'MISSED' end,
             at, case state when 'waiting' then at - interval '1 hour' end,
             case when is_out then md5(video_id || platform) end, case when is_out then at - interval '1 hour' end, 0,
             case when is_out then 'https://' || platform || '.example/' || video_id end, case when is_out then n::text end,
             case when is_out then 'account-' || user_id end, case when is_out then 'Harbour Bakery' end,
             case when is_out then at end, case when is_out then at end, 4, at
        from (select *, state = 'posted' as is_out
                from (select n, id::text as video_id, user_id, at, platform,
                             case when k < ${PLANNED_FROM} then ${ENDED} else 'waiting' end as state
                        from ${videosOf(rows, now)}, ${PLATFORMS}) s) t`,
  },
  read: `select p.id, p.platform, p.state, p.code, p.due_at, p.permalink, p.posted_at, v.title, v.caption
           from posts p join videos v on v.id = p.video_id where p.user_id = $1 order by p.due_at`,
  change: `update posts set updated_at = now(), revision = revision + 1
            where id = (select id from posts where user_id = $1 limit 1)`,
});
