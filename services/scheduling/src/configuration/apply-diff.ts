import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import { formatSlot } from '../calendar/format-date.ts';
import type { SchedulingDatabase } from '../database.ts';
import type { CalendarEntry } from '../entries/calendar-entry.ts';
import { createEntries, lockEntries, saveEntries } from '../entries/entry.repository.ts';
import { isRemade, planned, type Transition, transition } from '../entries/entry.ts';
import type { Account } from '../plans/account.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { pastPlan } from '../plans/past-plan.ts';
import type { Plan } from '../plans/plan-rules.ts';
import { requireUnpaused } from '../plans/posting-pause.ts';
import type { Configuration } from '../settings/configuration.ts';
import { overPlan, readUpcomingEntries, resumeFitting, type UpcomingEntries } from '../usage/fit-entries.ts';
import { type Change, diffSave, type WantedEntry } from './save-diff.ts';
import { addedAt, requireSettings, requireTextsFit } from './save-limits.ts';

/** How far back a save may name past entries. */
const LOOK_BACK_MS = 40 * 86_400_000;

/** Limits the cost of style changes: each one renders the video again, and the video counts once. */
const MOST_REMAKES = 5;

/**
 * Changes the calendar of a paid plan to what a save requests. Lock the account first.
 * @throws AppError REMADE_TOO_OFTEN, POSTING_PAUSED, and the errors of diffSave, requireSettings, requireTextsFit and requireRoom
 */
export async function applyDiff(
  trx: Transaction<SchedulingDatabase>,
  account: Account,
  configuration: Configuration,
  calendar: { readonly wanted: readonly WantedEntry[]; readonly shownIn: string },
  now: Date,
): Promise<{ entryCount: number }> {
  const { userId, plan } = account;
  const existing = await lockEntries(trx, userId, new Date(now.getTime() - LOOK_BACK_MS));
  const diff = diffSave({ ...calendar, existing, timeZone: configuration.timeZone, now });
  requireSettings(diff, plan);
  requireTextsFit(diff);
  const removals = diff.removals.map((entry) =>
    transition(entry, { type: 'removed', wasRequested: entry.wasRequested }, now),
  );
  await saveEntries(
    trx,
    [...removals, ...diff.changes.map((change) => changed(change, account, configuration, now))],
    now,
  );
  const creations = diff.creations.map((draft) => planned(userId, draft, quotaMonthOf(draft.publishAt, plan)));
  await createEntries(trx, creations, configuration, now);
  const added = addedAt(diff);
  if (added.length > 0 || existing.some(({ state }) => state === 'paused')) {
    const upcoming = await readUpcomingEntries(trx, account, now);
    requireRoom(added, upcoming, plan, configuration.timeZone);
    await resumeFitting(trx, account, upcoming, now);
  }
  const unchanged = diff.unchanged.filter(({ publishAt }) => publishAt > now);
  return { entryCount: unchanged.length + diff.changes.length + diff.creations.length };
}

/**
 * Checks the months that a save adds to against the plans of their entries' times, by the rule that also pauses
 * entries.
 * @throws AppError PLAN_ENDS, PLAN_LIMIT_REACHED
 */
function requireRoom(added: readonly Date[], upcoming: UpcomingEntries, plan: Plan, timeZone: string): void {
  const monthOf = (at: Date) => quotaMonthOf(at, plan).getTime();
  const months = new Set(added.map(monthOf));
  const past = overPlan(upcoming, plan).find(({ publishAt }) => months.has(monthOf(publishAt)));
  if (past) throw pastPlan(past.publishAt, plan, timeZone);
}

/** @throws AppError REMADE_TOO_OFTEN, POSTING_PAUSED */
function changed(
  { entry, to, difference }: Change,
  { plan, posting }: Account,
  configuration: Configuration,
  now: Date,
): Transition {
  const { wasRequested, renderFailed, variation } = entry;
  if (isRemade(entry, renderFailed, difference)) {
    if (variation >= MOST_REMAKES) throw remadeTooOften(entry);
    requireUnpaused(posting);
  }
  const quotaMonth = quotaMonthOf(to.publishAt, plan);
  const change = { to, difference, quotaMonth, configuration, wasRequested, renderFailed };
  return transition(entry, { type: 'changed', ...change }, now);
}

const quotaMonthOf = (publishAt: Date, plan: Plan): Date => billingMonthOf(publishAt, plan).start;

function remadeTooOften(entry: CalendarEntry): AppError {
  return new AppError(
    'RESOURCE_EXHAUSTED',
    'REMADE_TOO_OFTEN',
    `The video of ${formatSlot(entry)} was remade ${MOST_REMAKES} times already. Its style can no longer be changed.`,
  );
}
