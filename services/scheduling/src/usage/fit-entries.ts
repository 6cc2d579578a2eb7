import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import type { CalendarEntry } from '../entries/calendar-entry.ts';
import { lockEntries, saveEntries } from '../entries/entry.repository.ts';
import { type Entry, transition } from '../entries/entry.ts';
import { toEntry } from '../entries/entry-columns.ts';
import { usedIn } from '../entries/usage-ledger.repository.ts';
import type { Account } from '../plans/account.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { choosePauses } from '../plans/pause-rules.ts';
import type { Plan } from '../plans/plan-rules.ts';

type Member = Pick<Account, 'userId' | 'plan'>;

export interface UpcomingEntries {
  readonly upcoming: readonly CalendarEntry[];
  /** The used videos by the start of the month in milliseconds. */
  readonly used: ReadonlyMap<number, number>;
}

/** Fits a user's entries to a plan that has changed: months are recounted, entries paused or resumed. */
export async function fitEntries(trx: Transaction<SchedulingDatabase>, member: Member, now: Date): Promise<void> {
  await recountMonths(trx, member, now);
  await carryOver(trx, member, now);
  const { upcoming, used } = await readUpcomingEntries(trx, member, now);
  const { pause, resume } = choosePauses(upcoming, member.plan, used);
  const paused = pause.map((entry) => transition(entry, { type: 'paused' }, now));
  await saveEntries(trx, [...paused, ...resume.map((entry) => resumed(entry, member.plan, now))], now);
}

/** Resumes the paused entries that the plan has room for. */
export async function resumeFitting(
  trx: Transaction<SchedulingDatabase>,
  { plan }: Member,
  { upcoming, used }: UpcomingEntries,
  now: Date,
): Promise<void> {
  const paused = upcoming.filter(({ state }) => state === 'paused');
  const { resume } = choosePauses(paused, plan, used);
  await saveEntries(
    trx,
    resume.map((entry) => resumed(entry, plan, now)),
    now,
  );
}

/** The planned entries that the plan of their time has no room for, latest first. */
export function overPlan({ upcoming, used }: UpcomingEntries, plan: Plan): CalendarEntry[] {
  return choosePauses(upcoming, plan, used).pause;
}

/** Reads the entries that are still to go out, and the usage of their months. */
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

function resumed(entry: Entry, plan: Plan, now: Date) {
  return transition(entry, { type: 'resumed', quotaMonth: monthOf(entry.publishAt ?? now, plan) }, now);
}

const monthOf = (at: Date, plan: Plan): Date => billingMonthOf(at, plan).start;

/** How long unpaid videos count against the next plan. */
const UNPAID_DAYS = 60;

/**
 * Counts videos that were requested for the time after `paidUntil` in the first month of the next plan, also if they
 * were moved or removed since. They were made in an unpaid grace period or a day before the plan ended; so not paying
 * from time to time brings no extra videos.
 */
export async function countUnpaid(
  trx: Transaction<SchedulingDatabase>,
  member: Member,
  paidUntil: Date,
  now: Date,
): Promise<void> {
  const made = await trx
    .selectFrom('scheduled_videos')
    .selectAll()
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
  const quotaMonth = monthOf(now, member.plan);
  await recount(
    trx,
    made.map((row) => ({ entry: toEntry(row), quotaMonth })),
    now,
  );
}

/** Counts planned entries in the months of the new plan, which may start on another day. */
async function recountMonths(trx: Transaction<SchedulingDatabase>, member: Member, now: Date): Promise<void> {
  const planned = (await lockEntries(trx, member.userId, billingMonthOf(now, member.plan).start)).filter(
    ({ state }) => state === 'planned',
  );
  await recount(
    trx,
    planned.map((entry) => ({ entry, quotaMonth: monthOf(entry.publishAt, member.plan) })),
    now,
  );
}

/**
 * In the first month of a smaller next plan, more videos may have been requested ahead than that plan has. The rest
 * counts in the months after, so that a larger plan for the last hour of a month brings no extra videos.
 */
async function carryOver(trx: Transaction<SchedulingDatabase>, member: Member, now: Date): Promise<void> {
  const { userId, plan } = member;
  const { next } = plan;
  if (next === null || next.tier === 'free') return;
  let month = billingMonthOf(next.at, plan);
  const ahead = await trx
    .selectFrom('scheduled_videos')
    .selectAll()
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
    const quotaMonth = month.start;
    const rows = ahead.slice(from, from + next.videosPerMonth);
    await recount(
      trx,
      rows.map((row) => ({ entry: toEntry(row), quotaMonth })),
      now,
    );
  }
}

/** Counts entries in other months. */
async function recount(
  trx: Transaction<SchedulingDatabase>,
  months: readonly { readonly entry: Entry; readonly quotaMonth: Date }[],
  now: Date,
): Promise<void> {
  const changes = months.map(({ entry, quotaMonth }) => transition(entry, { type: 'recounted', quotaMonth }, now));
  await saveEntries(trx, changes, now);
}
