import { countableOf, countByMonth } from '../features/calendar/limits.ts';
import type { VideoConfiguration } from '../features/video-wizard/api.ts';
import { type Draft, entriesOf, isEmpty, releasedBy, settingsAfter } from '../features/video-wizard/draft.ts';
import { browserZone } from '../lib/zoned-time.ts';

/** How many videos the unsaved draft adds to this billing month. */
export function draftedThisMonth(
  saved: VideoConfiguration | undefined,
  draft: Draft,
  usageResetsAt: string | null,
): number {
  if (!saved || isEmpty(draft)) return 0;
  const own = browserZone();
  const { timeZone } = settingsAfter(saved, draft, own);
  const counts = countByMonth(countableOf(entriesOf(saved, draft, own), timeZone), {
    videosPerMonth: saved.videosPerMonth,
    usedThisMonth: saved.usedThisMonth,
    usageResetsAt,
    released: releasedBy(saved, draft, own),
  });
  return Math.max(0, (counts.get(0) ?? 0) - saved.usedThisMonth);
}
