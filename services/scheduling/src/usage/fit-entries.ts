import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockEntries, updateEntries, updateEntry, updateQuota } from '../entries/entry.repository.ts';
import type { Entry } from '../entries/entry.ts';
import { usedIn, writeLedger } from '../entries/usage-ledger.repository.ts';
import type { Account } from '../plans/account.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { choosePauses } from '../plans/pause-rules.ts';
import type { Plan } from '../plans/plan-rules.ts';

type Member = Pick<Account, 'userId' | 'plan'>;

export interface UpcomingEntries {
  readonly upcoming: readonly Entry[];
  /** By the start of the month in milliseconds. */
  readonly used: ReadonlyMap<number, number>;
}

/** Fits a user's entries to a plan that has changed: months are recounted, entries paused or resumed. */
export async function fitEntries(trx: Transaction<SchedulingDatabase>, member: Member, now: Date): Promise<void> {
  await recountMonths(trx, member, now);
  await carryOver(trx, member, now);
  const { upcoming, used } = await readUpcomingEntries(trx, member, now);
  const { pause, resume } = choosePauses(upcoming, member.plan, used);
  await pauseEntries(trx, member.userId, pause, now);
  for (const entry of resume) await resumeEntry(trx, member, entry, now);
}

/** Resumes the paused entries that the plan has room for. */
export async function resumeFitting(
  trx: Transaction<SchedulingDatabase>,
  member: Member,
  { upcoming, used }: UpcomingEntries,
  now: Date,
): Promise<void> {
  const paused = upcoming.filter(({ state }) => state === 'paused');
  for (const entry of choosePauses(paused, member.plan, used).resume) await resumeEntry(trx, member, entry, now);
}

/** The planned entries that the plan of their time has no room for, latest first. */
export function overPlan({ upcoming, used }: UpcomingEntries, plan: Plan): Entry[] {
  return choosePauses(upcoming, plan, used).pause;
}

/** What is still to go out, and what is used of its months. */
export async function readUpcomingEntries(
  trx: Transaction<SchedulingDatabase>,
  { userId, plan }: Member,
  now: Date,
): Promise<UpcomingEntries> {
  const upcoming = (await lockEntries(trx, userId, now)).filter(({ publishAt }) => publishAt > now);
  const months = new Set(upcoming.map(({ publishAt }) => billingMonthOf(publishAt, plan).start.getTime()));
  const used = new Map<number, number>();
  for (const month of months) used.set(month, await usedIn(trx, userId, new Date(month)));
  return { upcoming, used };
}

async function pauseEntries(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  const ids = entries.map(({ id }) => id);
  await updateEntries(trx, ids, { state: 'paused', quota_state: 'released' }, now);
  const lines = entries.map(({ id: videoId, quotaMonth }) => ({
    userId,
    quotaMonth,
    videoId,
    kind: 'release' as const,
  }));
  await writeLedger(trx, lines, now);
}

async function resumeEntry(
  trx: Transaction<SchedulingDatabase>,
  { userId, plan }: Member,
  entry: Entry,
  now: Date,
): Promise<void> {
  const quotaMonth = billingMonthOf(entry.publishAt, plan).start;
  await updateEntry(trx, entry.id, { state: 'planned', quota_state: 'reserved', quota_month: quotaMonth }, now);
  await writeLedger(trx, [{ userId, quotaMonth, videoId: entry.id, kind: 'reserve' }], now);
}

/** What nobody paid for is held against the next plan for so long. */
const UNPAID_DAYS = 60;

/**
 * What was asked for of the time after `paidUntil`, in a grace that nobody paid for or the day before a plan ended, counts in
 * the first month that is bought next, also when it was moved or removed since: not paying now and then brings no videos
 * beyond the plan.
 */
export async function countUnpaid(
  trx: Transaction<SchedulingDatabase>,
  member: Member,
  paidUntil: Date,
  now: Date,
): Promise<void> {
  const made = await trx
    .selectFrom('scheduled_videos')
    .select(['id', 'quota_month'])
    .where('user_id', '=', member.userId)
    .where('quota_state', '!=', 'released')
    .where('publish_at', 'is not', null)
    .where('requested_at', '>=', new Date(now.getTime() - UNPAID_DAYS * 86_400_000))
    .where((eb) =>
      eb.or([
        eb('quota_month', '>=', paidUntil),
        eb('publish_at', '>=', paidUntil),
        eb('requested_at', '>=', paidUntil),
      ]),
    )
    .execute();
  const month = billingMonthOf(now, member.plan).start;
  for (const video of made) await moveToMonth(trx, member, video, month, now);
}

/** A plan that starts on another day has other months: what is planned from this month on is counted in them. */
async function recountMonths(trx: Transaction<SchedulingDatabase>, member: Member, now: Date): Promise<void> {
  const planned = (await lockEntries(trx, member.userId, billingMonthOf(now, member.plan).start)).filter(
    ({ state }) => state === 'planned',
  );
  for (const { id, quotaMonth, publishAt } of planned) {
    await moveToMonth(trx, member, { id, quota_month: quotaMonth }, billingMonthOf(publishAt, member.plan).start, now);
  }
}

/**
 * Of a month that a smaller plan will begin in, more may have been asked for ahead than that plan has. What is too much
 * counts in the months after: a larger plan for the last hour of a month brings no videos of the next.
 */
async function carryOver(trx: Transaction<SchedulingDatabase>, member: Member, now: Date): Promise<void> {
  const { userId, plan } = member;
  const { next } = plan;
  if (next === null || next.tier === 'free') return;
  let month = billingMonthOf(next.at, plan);
  const ahead = await trx
    .selectFrom('scheduled_videos')
    .select(['id', 'quota_month'])
    .where('user_id', '=', userId)
    .where('quota_state', '!=', 'released')
    .where('requested_at', 'is not', null)
    .where('quota_month', '=', month.start)
    .where((eb) => eb.or([eb('quota_month', '>=', next.at), eb('publish_at', '>=', next.at)]))
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  for (let from = next.videosPerMonth; from < ahead.length; from += next.videosPerMonth) {
    month = billingMonthOf(month.end, plan);
    for (const video of ahead.slice(from, from + next.videosPerMonth)) {
      await moveToMonth(trx, member, video, month.start, now);
    }
  }
}

async function moveToMonth(
  trx: Transaction<SchedulingDatabase>,
  { userId }: Member,
  { id: videoId, quota_month: before }: { readonly id: string; readonly quota_month: Date },
  quotaMonth: Date,
  now: Date,
): Promise<void> {
  if (quotaMonth.getTime() === before.getTime()) return;
  await updateQuota(trx, videoId, { quota_month: quotaMonth });
  await writeLedger(
    trx,
    [
      { userId, videoId, quotaMonth: before, kind: 'release' },
      { userId, videoId, quotaMonth, kind: 'reserve' },
    ],
    now,
  );
}
