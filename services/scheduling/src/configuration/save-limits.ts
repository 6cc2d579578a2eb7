import { AppError } from '@reelwright/errors';
import { isRevived } from '../entries/entry.ts';
import { hasAdvancedScheduling, type Plan, planOfEntry } from '../plans/plan-rules.ts';
import { hasSettings, requireTexts, settingNouns } from '../settings/entry-settings.ts';
import type { SaveDiff } from './save-diff.ts';

/** When that goes out which a save adds to the calendar or moves within it; what is paused counts when it returns. */
export function addedAt({ creations, changes }: SaveDiff): Date[] {
  const moved = changes.filter(
    ({ entry, difference }) =>
      (difference.moved && entry.state === 'planned') || isRevived(entry, entry.renderFailed, difference),
  );
  return [...creations, ...moved.map(({ to }) => to)].map(({ publishAt }) => publishAt);
}

/**
 * Checks the settings of single entries that a save adds or changes. Unchanged ones stay, also after a downgrade.
 * @throws AppError PLAN_FEATURE, CAPTION_NOT_ALLOWED
 */
export function requireSettings(diff: SaveDiff, plan: Plan): void {
  const changed = [
    ...diff.creations,
    ...diff.changes.filter(({ difference }) => difference.restyled || difference.reworded).map(({ to }) => to),
  ].filter(hasSettings);
  // After a cancelled plan there is none that could have them: that is refused as such.
  const tierThen = ({ publishAt }: { publishAt: Date }) => planOfEntry(plan, publishAt).tier;
  if (changed.some((entry) => tierThen(entry) !== 'free' && !hasAdvancedScheduling(tierThen(entry)))) {
    throw new AppError(
      'PERMISSION_DENIED',
      'PLAN_FEATURE',
      `A ${settingNouns} of its own for each video come with the Pro and Elite plans.`,
    );
  }
  for (const entry of changed) requireTexts(entry);
}
