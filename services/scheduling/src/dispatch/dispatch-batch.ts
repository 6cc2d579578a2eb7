import { events } from '@reelwright/contracts';
import { type Kysely, sql } from 'kysely';
import { LATE_MS } from '../calendar/slot-rules.ts';
import type { SchedulingDatabase } from '../database.ts';

/** A video is asked for this long before it goes out, so that it can be seen, changed or made again. */
export const AHEAD_MS = 24 * 3_600_000;

const { topic, name: type } = events.VideoRequested;

export interface Batch {
  /** Entries whose video was asked for. */
  readonly requested: number;
  /** Entries whose user no longer has a plan for them. */
  readonly paused: number;
  /** Entries whose time is more than 6 hours past: given back, and never asked for. */
  readonly missed: number;
}

/**
 * Asks for the videos of up to `limit` entries that are due, earliest first, in one statement: what it takes, the plans
 * it checks, the entries it marks and the events it writes stand or fall together. Rows and users that anyone else holds
 * are passed by, so several dispatchers may run, and a save never meets one halfway. What is locked is read anew, so a
 * plan or configuration that changed a moment ago counts. A row's place is good for the statement that has it locked, and
 * spares looking it up again; a row that moved meanwhile is left to the next batch.
 *
 * @param now product time, judged once for the whole batch
 */
export async function dispatchBatch(db: Kysely<SchedulingDatabase>, now: Date, limit: number): Promise<Batch> {
  const horizon = new Date(now.getTime() + AHEAD_MS);
  const latest = new Date(now.getTime() - LATE_MS);
  const { rows } = await sql<Batch>`
    with due as materialized (
      select v.ctid as place, coalesce(v.video_type, c.video_type) as type,
             case when v.publish_at < ${latest} then 'missed'
                  when a.tier <> 'free' and coalesce(a.entitled_until > ${now}, true) then 'requested'
                  else 'paused' end as outcome,
             c.include_audio, c.notes, c.brand, c.default_captions
        from scheduled_videos v
        join usage_accounts a on a.user_id = v.user_id
        join video_configurations c on c.user_id = v.user_id
       where v.state = 'planned' and v.publish_at <= ${horizon}
       order by v.publish_at
       limit ${limit}
         for no key update of v skip locked
         for key share of a skip locked
         for share of c skip locked
    ), taken as (
      update scheduled_videos v
         set state = due.outcome,
             quota_state = case due.outcome when 'requested' then v.quota_state else 'released' end,
             requested_type = case due.outcome when 'requested' then due.type end,
             requested_caption =
               case due.outcome when 'requested' then coalesce(v.caption, due.default_captions ->> due.type, '') end,
             requested_at = case due.outcome when 'requested' then ${now}::timestamptz end,
             revision = v.revision + 1,
             updated_at = ${now}
        from due
       where v.ctid = any (array(select place from due)) and v.ctid = due.place
      returning v.id, v.user_id, v.publish_at, v.variation, v.revision, v.state, v.quota_month, v.requested_type,
                v.requested_caption, v.platforms, v.time_zone, due.include_audio, due.notes, due.brand
    ), announced as (
      insert into outbox (topic, key, type, payload, occurred_at)
      select ${topic}, t.user_id, ${type},
             jsonb_build_object(
               'videoId', t.id, 'userId', t.user_id, 'variation', t.variation, 'videoType', t.requested_type,
               'includeAudio', t.include_audio, 'notes', t.notes, 'brand', t.brand, 'publishAt', t.publish_at,
               'caption', t.requested_caption, 'platforms', coalesce(t.platforms, '{}'), 'requestedAt', ${now}::timestamptz,
               'revision', t.revision, 'timeZone', t.time_zone),
             ${now}
        from taken t
       where t.state = 'requested'
       order by t.publish_at
    ), returned as (
      insert into usage_ledger (user_id, quota_month, video_id, kind, delta, at)
      select t.user_id, t.quota_month, t.id, 'release', -1, ${now} from taken t where t.state <> 'requested'
    )
    select count(*) filter (where state = 'requested')::int as requested,
           count(*) filter (where state = 'paused')::int as paused,
           count(*) filter (where state = 'missed')::int as missed
      from taken`.execute(db);
  return rows[0] ?? { requested: 0, paused: 0, missed: 0 };
}

/** When the next entry falls due, for a dispatcher that has nothing to do until then. */
export async function nextDueAt(db: Kysely<SchedulingDatabase>): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(publish_at) as at from scheduled_videos where state = 'planned'`.execute(db);
  const at = rows[0]?.at;
  return at ? new Date(at.getTime() - AHEAD_MS) : undefined;
}
