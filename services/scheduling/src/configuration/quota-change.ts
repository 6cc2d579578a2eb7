import { AppError } from '@reelwright/errors';
import { billingMonthOf } from '../plans/billing-month.ts';
import { type EntryPlan, hasAdvancedScheduling, PLAN_NAMES, type Plan, planOfEntry } from '../plans/plan-rules.ts';
import type { LedgerLine } from '../usage/usage-ledger.repository.ts';
import { requireCaption } from './captions.ts';
import type { Change, SaveDiff } from './save-diff.ts';

/** A reservation or its return, before the video that it is for has an id. */
export type QuotaLine = Pick<LedgerLine, 'quotaMonth' | 'kind'>;

/** A video that could not be made is tried afresh when its entry is moved or given another style. */
export function isRevived({ entry, moved, restyled }: Change): boolean {
  return entry.state === 'requested' && entry.renderFailed && (moved || restyled);
}

/** Removed before it was requested, a video is given back; after that it has been paid for. */
export function linesOfRemoval({ state, quotaState, quotaMonth }: SaveDiff['removals'][number]): QuotaLine[] {
  return state === 'planned' && quotaState === 'reserved' ? [{ quotaMonth, kind: 'release' }] : [];
}

/** A video counts in the month of its post: one that moves to another month counts there. */
export function linesOfChange(change: Change, plan: Plan): QuotaLine[] {
  const { entry, to } = change;
  const quotaMonth = billingMonthOf(to.publishAt, plan).start;
  if (entry.quotaState === 'released') return isRevived(change) ? [{ quotaMonth, kind: 'reserve' }] : [];
  if (!change.moved || quotaMonth.getTime() === entry.quotaMonth.getTime()) return [];
  return [
    { quotaMonth: entry.quotaMonth, kind: 'release' },
    { quotaMonth, kind: 'reserve' },
  ];
}

export function linesOfCreation(publishAt: Date, plan: Plan): QuotaLine[] {
  return [{ quotaMonth: billingMonthOf(publishAt, plan).start, kind: 'reserve' }];
}

/** What a save takes from one month on balance, and the plan that has to have room for it. */
export interface Taken {
  readonly count: number;
  /** The smallest of the plans that are in force when what it adds goes out. */
  readonly by: EntryPlan;
}

/** What a save takes from each month, by the month's start in milliseconds. */
export function takenByMonth(diff: SaveDiff, plan: Plan): Map<number, Taken> {
  const lines = [
    ...diff.removals.flatMap(linesOfRemoval),
    ...diff.changes.flatMap((change) => linesOfChange(change, plan)),
    ...diff.creations.flatMap(({ publishAt }) => linesOfCreation(publishAt, plan)),
  ];
  const months = new Set(lines.map(({ quotaMonth }) => quotaMonth.getTime()));
  const added = addedAt(diff);
  return new Map(
    [...months].map((month) => {
      const deltas = lines
        .filter(({ quotaMonth }) => quotaMonth.getTime() === month)
        .map(({ kind }) => (kind === 'reserve' ? 1 : -1));
      const plans = added
        .filter((at) => billingMonthOf(at, plan).start.getTime() === month)
        .map((at) => planOfEntry(plan, at))
        .sort((one, other) => one.mostEntries - other.mostEntries);
      const count = deltas.reduce((sum, delta) => sum + delta, 0);
      return [month, { count, by: plans[0] ?? planOfEntry(plan, new Date(month)) }];
    }),
  );
}

/** When that goes out which a save adds to the calendar or moves within it; what is paused counts when it returns. */
function addedAt({ creations, changes }: SaveDiff): Date[] {
  const moved = changes.filter((change) => (change.moved && change.entry.state !== 'paused') || isRevived(change));
  return [...creations, ...moved.map(({ to }) => to)].map(({ publishAt }) => publishAt);
}

/**
 * Nothing new lies after the end of a cancelled plan.
 * @throws AppError PLAN_ENDS
 */
export function requirePlanLasts(diff: SaveDiff, plan: Plan): void {
  const { next } = plan;
  if (next?.tier !== 'free' || addedAt(diff).every((publishAt) => publishAt < next.at)) return;
  const day = next.at.toISOString().slice(0, 10);
  throw new AppError(
    'PERMISSION_DENIED',
    'PLAN_ENDS',
    `Your ${PLAN_NAMES[plan.tier]} plan ends on ${day}. Renew it to schedule videos for later.`,
  );
}

/** @throws AppError PLAN_LIMIT_REACHED */
export function requireRoom(used: number, { count, by }: Taken): void {
  const { tier, mostEntries } = by;
  if (count <= 0 || used + count <= mostEntries) return;
  throw new AppError(
    'RESOURCE_EXHAUSTED',
    'PLAN_LIMIT_REACHED',
    `You can only schedule ${mostEntries} videos this month with your ${PLAN_NAMES[tier]} plan.`,
  );
}

/**
 * What a save may say per entry. What was there before may stay, also after a downgrade.
 * @throws AppError PLAN_FEATURE, CAPTION_NOT_ALLOWED
 */
export function requireSettings(diff: SaveDiff, plan: Plan): void {
  const said = [
    ...diff.creations,
    ...diff.changes.filter(({ restyled, reworded }) => restyled || reworded).map(({ to }) => to),
  ].filter(({ videoType, caption, platforms }) => videoType !== null || caption !== null || platforms !== null);
  if (said.length > 0 && !hasAdvancedScheduling(plan.tier)) {
    throw new AppError(
      'PERMISSION_DENIED',
      'PLAN_FEATURE',
      'A style, caption or platforms of its own for each video come with the Pro and Elite plans.',
    );
  }
  for (const { caption, platforms } of said) if (caption !== null) requireCaption(caption, platforms);
}
