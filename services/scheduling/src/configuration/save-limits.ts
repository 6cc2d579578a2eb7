import { CauseError } from '@reelwright/causes';
import { isRevived } from '../entries/entry.ts';
import { hasAdvancedScheduling, type Plan, planOfEntry } from '../plans/plan-rules.ts';
import { hasSettings, requireTexts } from '../settings/entry-settings.ts';
import type { SaveDiff } from './save-diff.ts';

/** The times of the entries that a save adds or moves. Paused entries are left out, and count when they are resumed. */
export function addedAt({ creations, changes }: SaveDiff): Date[] {
  const moved = changes.filter(
    ({ entry, difference }) =>
      (difference.moved && entry.state === 'planned') || isRevived(entry, entry.renderFailed, difference),
  );
  return [...creations, ...moved.map(({ to }) => to)].map(({ publishAt }) => publishAt);
}

/**
 * Checks the own settings of entries that a save adds or changes. Unchanged settings stay, also after a downgrade.
 * @throws AppError PLAN_FEATURE, CAPTION_NOT_ALLOWED, TITLE_NOT_ALLOWED
 */
export function requireSettings(diff: SaveDiff, plan: Plan): void {
  const changed = [
    ...diff.creations,
    ...diff.changes.filter(({ difference }) => difference.restyled || difference.reworded).map(({ to }) => to),
  ].filter(hasSettings);
  // An entry after the end of a cancelled plan is refused by requireRoom, not for its settings.
  const tierThen = ({ publishAt }: { publishAt: Date }) => planOfEntry(plan, publishAt).tier;
  if (changed.some((entry) => tierThen(entry) !== 'free' && !hasAdvancedScheduling(tierThen(entry)))) {
    throw new CauseError('PERMISSION_DENIED', { code: 'PLAN_FEATURE', data: { feature: 'entry_settings' } });
  }
  for (const entry of changed) requireTexts(entry);
}
