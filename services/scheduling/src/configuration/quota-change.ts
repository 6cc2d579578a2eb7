import { AppError } from '@reelwright/errors';
import type { LedgerLine } from '../entries/usage-ledger.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { hasAdvancedScheduling, type Plan, planOfEntry } from '../plans/plan-rules.ts';
import { requireCaption } from '../settings/captions.ts';
import type { Change, SaveDiff } from './save-diff.ts';

/** A reservation or its return, before the video that it is for has an id. */
type QuotaLine = Pick<LedgerLine, 'quotaMonth' | 'kind'>;

/** A video that could not be made is tried afresh when its entry is moved or given another style. */
export function isRevived({ entry, moved, restyled }: Change): boolean {
  return entry.state === 'requested' && entry.renderFailed && (moved || restyled);
}

/** Removed before it was requested, a video is given back; after that it has been paid for. */
export function linesOfRemoval({ state, quotaState, quotaMonth }: SaveDiff['removals'][number]): QuotaLine[] {
  return state === 'planned' && quotaState === 'reserved' ? [{ quotaMonth, kind: 'release' }] : [];
}

/**
 * The month that an entry counts in after a change: that of its post, until its video is asked for. From then on it is that
 * video's month for good, wherever the entry is moved: else a month could be emptied and filled again.
 */
export function quotaMonthOf(change: Change, plan: Plan): Date {
  const { entry, to, moved } = change;
  const isSettled = entry.state === 'requested' ? !isRevived(change) : !moved;
  return isSettled ? entry.quotaMonth : billingMonthOf(to.publishAt, plan).start;
}

export function linesOfChange(change: Change, plan: Plan): QuotaLine[] {
  const { entry } = change;
  const quotaMonth = quotaMonthOf(change, plan);
  if (entry.quotaState === 'released') return isRevived(change) ? [{ quotaMonth, kind: 'reserve' }] : [];
  if (quotaMonth.getTime() === entry.quotaMonth.getTime()) return [];
  return [
    { quotaMonth: entry.quotaMonth, kind: 'release' },
    { quotaMonth, kind: 'reserve' },
  ];
}

export function linesOfCreation(publishAt: Date, plan: Plan): QuotaLine[] {
  return [{ quotaMonth: billingMonthOf(publishAt, plan).start, kind: 'reserve' }];
}

/** When that goes out which a save adds to the calendar or moves within it; what is paused counts when it returns. */
export function addedAt({ creations, changes }: SaveDiff): Date[] {
  const moved = changes.filter((change) => (change.moved && change.entry.state === 'planned') || isRevived(change));
  return [...creations, ...moved.map(({ to }) => to)].map(({ publishAt }) => publishAt);
}

/**
 * Checks the settings of single entries that a save adds or changes. Unchanged ones stay, also after a downgrade.
 * @throws AppError PLAN_FEATURE, CAPTION_NOT_ALLOWED
 */
export function requireSettings(diff: SaveDiff, plan: Plan): void {
  const changed = [
    ...diff.creations,
    ...diff.changes.filter(({ restyled, reworded }) => restyled || reworded).map(({ to }) => to),
  ].filter(({ videoType, caption, platforms }) => videoType !== null || caption !== null || platforms !== null);
  // After a cancelled plan there is none that could have them: that is refused as such.
  const tierThen = ({ publishAt }: { publishAt: Date }) => planOfEntry(plan, publishAt).tier;
  if (changed.some((entry) => tierThen(entry) !== 'free' && !hasAdvancedScheduling(tierThen(entry)))) {
    throw new AppError(
      'PERMISSION_DENIED',
      'PLAN_FEATURE',
      'A style, caption or platforms of its own for each video come with the Pro and Elite plans.',
    );
  }
  for (const { caption, platforms } of changed) if (caption !== null) requireCaption(caption, platforms);
}
