import type { HoldCause } from '@reelwright/product';
import type { PostingPause } from '../plans/posting-pause.ts';
import type { Entry } from './entry.ts';

/**
 * What keeps an entry from going out by itself because its owner wants it so; null if nothing. Publishing checks the same
 * before each commit, by its own copy of the video (`posts/decide.ts`).
 * @param made the variation of its finished video; undefined without one
 */
export function holdOf(
  { skipped, approvedVariation }: Pick<Entry, 'skipped' | 'approvedVariation'>,
  { posting, askBeforePosting }: { readonly posting: PostingPause; readonly askBeforePosting: boolean },
  made: number | undefined,
): HoldCause | null {
  if (skipped) return 'ENTRY_SKIPPED';
  if (posting.paused) return 'POSTING_PAUSED';
  const isUnapproved = askBeforePosting && made !== undefined && made !== approvedVariation;
  return isUnapproved ? 'AWAITS_APPROVAL' : null;
}
