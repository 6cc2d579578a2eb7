import { ownersEnds } from '@reelwright/product';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { PostRow, PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import { endOf, NOT_OUT, ON_TIME_SECONDS, OWNERS_DELAY, promisedOutcomes } from './post-end.ts';

type Db = Kysely<PublishingDatabase>;
type Trx = Transaction<PublishingDatabase>;

/** Records the end of a post in the transaction that ends it, so that it is counted once. */
export async function recordEnd(trx: Trx, before: PostRow, after: PostRow): Promise<void> {
  if (!endOf(before.state, after, after.due_at)) return;
  const video = await trx.selectFrom('videos').select('publish_at').where('id', '=', after.video_id).executeTakeFirst();
  const end = endOf(before.state, after, video?.publish_at ?? after.due_at);
  if (end) await trx.insertInto('ended_posts').values(end).execute();
}

const BATCH = 5_000;

/**
 * Adds recorded ends to the totals. Ends are rows of their own until then: a total that each ending transaction changed
 * would make them wait for each other. Any number of processes may call it at once.
 */
export async function addToTotals(db: Db): Promise<void> {
  for (let added = BATCH; added === BATCH; ) {
    const { rows } = await sql<{ added: number }>`
      with ended as (
        delete from ended_posts where id in (
          select id from ended_posts order by id limit ${BATCH} for update skip locked)
        returning *
      ), totals as (
        insert into ended_post_totals as t (month, platform, outcome, cause, lateness_le, posts, lateness_seconds)
        select month, platform, outcome, cause, lateness_le, count(*), sum(lateness_seconds)
          from ended group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
            on conflict (month, platform, outcome, cause, lateness_le) do update
           set posts = t.posts + excluded.posts, lateness_seconds = t.lateness_seconds + excluded.lateness_seconds
      )
      select count(*)::int as added from ended`.execute(db);
    added = rows[0]?.added ?? 0;
  }
}

export interface EndTotal {
  readonly platform: string;
  readonly outcome: string;
  readonly cause: string;
  readonly lateness_le: number;
  readonly posts: number;
  readonly lateness_seconds: number;
}

/** The ends of all months, added up. Call `addToTotals` before. */
export async function readTotals(db: Db): Promise<EndTotal[]> {
  const { rows } = await sql<EndTotal>`
    select platform, outcome, cause, lateness_le, sum(posts)::float8 as posts, sum(lateness_seconds) as lateness_seconds
      from ended_post_totals group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return rows;
}

export interface OnTime {
  /** UTC month of the planned time, as YYYY-MM. */
  readonly month: string;
  readonly platform: Platform;
  /** Posts that went out or should have. */
  readonly posts: number;
  readonly onTime: number;
}

/** Posts on time of all users, for each month from `since` on and each platform. Call `addToTotals` before. */
export async function readOnTime(db: Db, since: string): Promise<OnTime[]> {
  const { rows } = await sql<OnTime>`
    select month, platform, sum(posts)::float8 as posts,
           coalesce(sum(posts) filter (where lateness_le > ${NOT_OUT} and lateness_le <= ${ON_TIME_SECONDS}), 0)::float8
             as "onTime"
      from ended_post_totals
     where month >= ${since} and outcome in (${sql.join(promisedOutcomes)})
     group by month, platform order by month desc, platform`.execute(db);
  return rows;
}

/** A user's posts that were planned for the present month, in the zone of their entries, as they ended last. */
export async function readOnTimeOf(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ readonly posts: number; readonly onTime: number }> {
  const { rows } = await sql<{ posts: number; onTime: number }>`
    select count(*)::int as posts,
           count(*) filter (where p.state = 'posted'
             and p.posted_at <= v.planned_at + ${ON_TIME_SECONDS} * interval '1 second')::int as "onTime"
      from posts p
     cross join lateral (
           select coalesce(videos.publish_at, p.due_at) as planned_at, coalesce(nullif(time_zone, ''), 'UTC') as zone
             from videos where videos.id = p.video_id) v
     where p.user_id = ${userId} and p.state in (${sql.join(promisedOutcomes)})
       and coalesce(p.code, '') not in (${sql.join(ownersEnds)})
       and not (p.state = 'posted' and coalesce(p.delayed_by, '') = ${OWNERS_DELAY})
       and date_trunc('month', v.planned_at at time zone v.zone)
         = date_trunc('month', ${now}::timestamptz at time zone v.zone)`.execute(db);
  return rows[0] ?? { posts: 0, onTime: 0 };
}
