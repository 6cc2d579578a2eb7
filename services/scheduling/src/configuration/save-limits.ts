import { CauseError } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import { isRevived } from '../entries/entry.ts';
import { hasAdvancedScheduling, type Plan, planOfEntry } from '../plans/plan-rules.ts';
import {
  type EntrySettings,
  getsAdvanced,
  hasSettings,
  NO_SETTINGS,
  requireTexts,
  settingsOf,
} from '../settings/entry-settings.ts';
import type { SaveDiff } from './save-diff.ts';

/** A calendar is read, answered and announced as a whole: its texts have to fit into memory many times. */
const MOST_TEXT_BYTES = 2_000_000;

/**
 * Refuses new texts where those of all entries together are too long.
 * @throws AppError CALENDAR_TEXTS_TOO_LONG
 */
export function requireTextsFit({ creations, changes, unchanged }: SaveDiff): void {
  const isReworded = creations.length > 0 || changes.some(({ difference }) => difference.reworded);
  if (!isReworded) return;
  const entries: readonly EntrySettings[] = [...creations, ...changes.map(({ to }) => to), ...unchanged];
  const bytes = entries.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(settingsOf(entry))), 0);
  if (bytes <= MOST_TEXT_BYTES) return;
  throw new AppError(
    'INVALID_ARGUMENT',
    'CALENDAR_TEXTS_TOO_LONG',
    'The texts of all planned videos together are too long. Shorten some of them.',
  );
}

/** The times of the entries that a save adds or moves. Paused entries are left out, and count when they are resumed. */
export function addedAt({ creations, changes }: SaveDiff): Date[] {
  const moved = changes.filter(
    ({ entry, difference }) =>
      (difference.moved && entry.state === 'planned') || isRevived(entry, entry.renderFailed, difference),
  );
  return [...creations, ...moved.map(({ to }) => to)].map(({ publishAt }) => publishAt);
}

/**
 * Checks the own settings of entries that a save adds or changes: texts belong to every plan that posts, the others to
 * those with advanced scheduling. Unchanged settings stay, also after a downgrade.
 * @throws AppError PLAN_FEATURE, CAPTION_NOT_ALLOWED, TITLE_NOT_ALLOWED
 */
export function requireSettings(diff: SaveDiff, plan: Plan): void {
  const changed = [
    ...diff.creations.map((to) => ({ to, entry: NO_SETTINGS })),
    ...diff.changes.filter(({ difference }) => difference.restyled || difference.reworded),
  ].filter(({ to }) => hasSettings(to));
  // An entry after the end of a cancelled plan is refused by requireRoom, not for its settings.
  const isRefused = changed.some(({ to, entry }) => {
    const { tier } = planOfEntry(plan, to.publishAt);
    return tier !== 'free' && !hasAdvancedScheduling(tier) && getsAdvanced(to, entry);
  });
  if (isRefused) {
    throw new CauseError('PERMISSION_DENIED', { code: 'PLAN_FEATURE', data: { feature: 'entry_settings' } });
  }
  for (const { to } of changed) requireTexts(to);
}
