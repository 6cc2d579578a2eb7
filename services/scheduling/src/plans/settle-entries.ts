import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockEntries, updateEntry } from '../entries/entry.repository.ts';
import type { Entry } from '../entries/entry.ts';
import type { Account } from '../usage/account.repository.ts';
import { usedIn, writeLedger } from '../usage/usage-ledger.repository.ts';
import { billingMonthOf } from './billing-month.ts';
import { settlePauses } from './pause-rules.ts';

type Member = Pick<Account, 'userId' | 'plan'>;

/** Brings a user's entries in line with a plan that has changed: months are counted anew, entries paused or resumed. */
export async function settleEntries(trx: Transaction<SchedulingDatabase>, member: Member, now: Date): Promise<void> {
  await recountMonths(trx, member, now);
  const { upcoming, used } = await surveyUpcoming(trx, member, now);
  const { pause, resume } = settlePauses(upcoming, member.plan, used);
  for (const entry of pause) await pauseEntry(trx, member.userId, entry, now);
  for (const entry of resume) await resumeEntry(trx, member, entry, now);
}

/** Lets paused entries return that the plan has room for. */
export async function resumeWhatFits(trx: Transaction<SchedulingDatabase>, member: Member, now: Date): Promise<void> {
  const { upcoming, used } = await surveyUpcoming(trx, member, now);
  const paused = upcoming.filter(({ state }) => state === 'paused');
  for (const entry of settlePauses(paused, member.plan, used).resume) await resumeEntry(trx, member, entry, now);
}

async function surveyUpcoming(trx: Transaction<SchedulingDatabase>, { userId, plan }: Member, now: Date) {
  const upcoming = (await lockEntries(trx, userId, now)).filter(({ publishAt }) => publishAt > now);
  const months = new Set(upcoming.map(({ publishAt }) => billingMonthOf(publishAt, plan).start.getTime()));
  const used = new Map<number, number>();
  for (const month of months) used.set(month, await usedIn(trx, userId, new Date(month)));
  return { upcoming, used };
}

async function pauseEntry(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  entry: Entry,
  now: Date,
): Promise<void> {
  await updateEntry(trx, entry.id, { state: 'paused', quota_state: 'released' }, now);
  await writeLedger(trx, [{ userId, quotaMonth: entry.quotaMonth, videoId: entry.id, kind: 'release' }], now);
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

/**
 * What was made after the end of what was paid, in a grace that nobody paid for or the day before a plan ended, counts in
 * the first month that is bought next: going without paying for a while brings no videos beyond the plan.
 */
export async function countUnpaid(
  trx: Transaction<SchedulingDatabase>,
  member: Member,
  unpaid: { readonly from: Date; readonly until: Date },
  now: Date,
): Promise<void> {
  const made = await trx
    .selectFrom('scheduled_videos')
    .select(['id', 'quota_month'])
    .where('user_id', '=', member.userId)
    .where('state', '=', 'requested')
    .where('quota_state', '!=', 'released')
    .where('publish_at', '>=', unpaid.from)
    .where('publish_at', '<', unpaid.until)
    .execute();
  const month = billingMonthOf(now, member.plan).start;
  for (const video of made) await countIn(trx, member, video, month, now);
}

/** A plan that starts on another day has other months: what this month and the coming ones hold is entered anew. */
async function recountMonths(trx: Transaction<SchedulingDatabase>, member: Member, now: Date): Promise<void> {
  const since = billingMonthOf(now, member.plan).start;
  const held = await trx
    .selectFrom('scheduled_videos')
    .select(['id', 'quota_month'])
    .select(({ fn }) => fn.coalesce('publish_at', 'created_at').as('at'))
    .where('user_id', '=', member.userId)
    .where('quota_state', '!=', 'released')
    .where(({ eb, fn }) => eb(fn.coalesce('publish_at', 'created_at'), '>=', since))
    .execute();
  for (const video of held) await countIn(trx, member, video, billingMonthOf(video.at, member.plan).start, now);
}

async function countIn(
  trx: Transaction<SchedulingDatabase>,
  { userId }: Member,
  { id: videoId, quota_month: before }: { readonly id: string; readonly quota_month: Date },
  quotaMonth: Date,
  now: Date,
): Promise<void> {
  if (quotaMonth.getTime() === before.getTime()) return;
  await trx.updateTable('scheduled_videos').set({ quota_month: quotaMonth }).where('id', '=', videoId).execute();
  await writeLedger(
    trx,
    [
      { userId, videoId, quotaMonth: before, kind: 'release' },
      { userId, videoId, quotaMonth, kind: 'reserve' },
    ],
    now,
  );
}
