import { AppError } from '@reelwright/errors';
import { billingMonthOf } from '../plans/billing-month.ts';
import { hasAdvancedScheduling, PLAN_NAMES, type Plan } from '../plans/plan-rules.ts';
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

/** How many videos a save takes from each month on balance, by the month's start in milliseconds. */
export function takenByMonth(diff: SaveDiff, plan: Plan): Map<number, number> {
  const lines = [
    ...diff.removals.flatMap(linesOfRemoval),
    ...diff.changes.flatMap((change) => linesOfChange(change, plan)),
    ...diff.creations.flatMap(({ publishAt }) => linesOfCreation(publishAt, plan)),
  ];
  const taken = new Map<number, number>();
  for (const { quotaMonth, kind } of lines) {
    const month = quotaMonth.getTime();
    taken.set(month, (taken.get(month) ?? 0) + (kind === 'reserve' ? 1 : -1));
  }
  return taken;
}

/** @throws AppError PLAN_LIMIT_REACHED */
export function requireRoom(used: number, taken: number, plan: Plan): void {
  const limit = plan.videosPerMonth;
  if (taken <= 0 || used + taken <= limit) return;
  throw new AppError(
    'RESOURCE_EXHAUSTED',
    'PLAN_LIMIT_REACHED',
    `You can only schedule ${limit} videos this month with your ${PLAN_NAMES[plan.tier]} plan.`,
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
