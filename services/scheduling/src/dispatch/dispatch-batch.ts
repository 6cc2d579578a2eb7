import { events } from '@reelwright/contracts';
import { databaseIsCurrent } from '@reelwright/outbox';
import { type Kysely, sql } from 'kysely';
import { MISSED_AFTER_MS } from '../calendar/slot-rules.ts';
import type { SchedulingDatabase } from '../database.ts';
import { dispatchSql } from '../entries/entry.repository.ts';
import { ledgerLines } from '../entries/usage-ledger.repository.ts';
import { coveredSql } from '../plans/entry-causes.ts';

/** A video is requested this long before it goes out, so that its user can watch, change or regenerate it. */
export const AHEAD_MS = 24 * 3_600_000;

const { topic, name: type } = events.VideoRequested;

export interface Batch {
  /** Entries whose video was requested. */
  readonly requested: number;
  /** Entries that their user's plan does not cover. */
  readonly paused: number;
  /** Entries whose time passed more than 6 hours ago: their quota is released, and they are never requested. */
  readonly missed: number;
  /** Entries of users who paused all posts. They stay planned, and fall due again when posting is resumed. */
  readonly held: number;
  /**
   * Entries that the batch locked: those above, and a few whose account was locked or whose configuration was too
   * old.
   */
  readonly found: number;
}

/**
 * Requests the videos of up to `limit` due entries, earliest first, in one statement. Rows and accounts that another
 * transaction has locked are skipped, so several dispatchers can run.
 * @param now product time of the whole batch
 */
export async function dispatchBatch(db: Kysely<SchedulingDatabase>, now: Date, limit: number): Promise<Batch> {
  const horizon = new Date(now.getTime() + AHEAD_MS);
  const latest = new Date(now.getTime() - MISSED_AFTER_MS);
  // A locked account is read in its newest version, the configuration as of the statement's start: if that is older
  // than the account's version, the entry waits for the next batch. The lateral joins with lock and limit make the
  // planner read both row by row, by index.
  // While posting is paused, only the row of due_entries is deleted: `video_id` is null, so that no entry is updated.
  const { rows } = await sql<Batch>`
    with found as materialized (${dueScan(horizon, limit)}), due as materialized (
      select f.row_id, case when not a.held then f.video_id end as video_id, ${now}::timestamptz as now, c.*,
             case when a.held then 'held' when f.publish_at < ${latest} then 'missed' when a.covered then 'requested' else 'paused' end as outcome
        from found f
       cross join lateral (
             select ${coveredSql(sql`f.publish_at`, now)} as covered, account.posting_paused as held, account.configuration_version
               from usage_accounts account where account.user_id = f.user_id for share skip locked) a
       cross join lateral (
             select c.video_type, c.include_audio, c.notes, c.brand, c.default_captions
               from video_configurations c where c.user_id = f.user_id and c.version >= a.configuration_version limit 1) c
    ), not_due as (${dispatchSql.notDue}), dispatched as (${dispatchSql.entries}), enqueued as (
      insert into outbox (topic, key, type, payload, occurred_at, traceparent)
      select ${topic}, event."userId", ${type}, row_to_json(event), ${now}, dispatched.traceparent
        from dispatched cross join lateral (select ${dispatchSql.event}) event
       where dispatched.state = 'requested' order by dispatched."publishAt"
    ), released as (${ledgerLines('release', sql`dispatched where state <> 'requested'`, now)})
    select count(*) filter (where state = 'requested')::int as requested,
           count(*) filter (where state = 'paused')::int as paused,
           count(*) filter (where state = 'missed')::int as missed,
           (select count(*)::int from due where outcome = 'held') as held,
           (select count(*)::int from found) as found
      from dispatched`.execute(db);
  return rows[0] ?? { requested: 0, paused: 0, missed: 0, held: 0, found: 0 };
}

/** Locks the due entries, earliest first, and skips locked ones. */
export function dueScan(horizon: Date, limit: number) {
  return sql`select d.ctid as row_id, d.video_id, d.user_id, d.publish_at
        from due_entries d
       where d.publish_at <= ${horizon} and ${databaseIsCurrent}
       order by d.publish_at
       limit ${limit}
         for update skip locked`;
}

/** When the next entry falls due, for an idle dispatcher. */
export async function nextDueAt(db: Kysely<SchedulingDatabase>): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(publish_at) as at from due_entries`.execute(db);
  const at = rows[0]?.at;
  return at ? new Date(at.getTime() - AHEAD_MS) : undefined;
}
