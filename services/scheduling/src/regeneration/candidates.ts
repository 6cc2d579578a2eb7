import type { Transaction } from 'kysely';
import { isLocked, MISSED_AFTER_MS } from '../calendar/slot-rules.ts';
import type { SchedulingDatabase } from '../database.ts';
import type { Entry } from '../entries/entry.ts';
import { type EntryRow, toEntry } from '../entries/entry-columns.ts';
import type { Account } from '../plans/account.repository.ts';
import { type Reports, readReports } from '../timeline/timeline.repository.ts';
import { isAtCommit, videoState } from '../timeline/video-state.ts';

/** A video that may be regenerated. */
export interface Candidate {
  readonly entry: Entry;
  readonly renderFailed: boolean;
}

const GOING_OUT = 'It is going out now.';

/**
 * Finds what can be regenerated: on a paid plan the entries that have not gone out, on the free plan the last video.
 * Lock the account first.
 */
export async function findCandidates(
  trx: Transaction<SchedulingDatabase>,
  { userId, plan }: Account,
  now: Date,
): Promise<{ candidates: Candidate[]; kept: { videoId: string; reason: string }[] }> {
  const mine = trx
    .selectFrom('scheduled_videos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('slot_at', 'is not', null)
    .where('state', '!=', 'paused')
    .where('skipped', '=', false)
    .forUpdate();
  const rows =
    plan.tier === 'free'
      ? await mine.where('state', '=', 'requested').orderBy('slot_at', 'desc').limit(1).execute()
      : await mine
          .where('publish_at', 'is not', null)
          .where('slot_at', '>', new Date(now.getTime() - MISSED_AFTER_MS))
          .orderBy('slot_at')
          .execute();
  const reports = await readReports(trx, rows);
  const kept: { videoId: string; reason: string }[] = [];
  const candidates: Candidate[] = [];
  for (const row of rows) {
    const verdict = judge(row, reports, now);
    if (verdict === 'kept') kept.push({ videoId: row.id, reason: GOING_OUT });
    if (verdict === 'candidate') candidates.push(toCandidate(row, reports));
  }
  return { candidates, kept };
}

function judge(row: EntryRow, reports: Reports, now: Date) {
  const posts = reports.posts.get(row.id) ?? [];
  const state = videoState(row.state, reports.renders.get(row.id), posts);
  if (state === 'posted') return 'past';
  const past = row.publish_at !== null && row.publish_at <= now;
  if (past && (state === 'failed' || state === 'missed')) return 'past';
  const locked = row.publish_at !== null && isLocked(row.publish_at, now);
  return locked || posts.some(isAtCommit) ? 'kept' : 'candidate';
}

function toCandidate(row: EntryRow, reports: Reports): Candidate {
  return { entry: toEntry(row), renderFailed: reports.renders.get(row.id)?.state === 'failed' };
}
