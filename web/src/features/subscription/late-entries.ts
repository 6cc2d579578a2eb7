import { useQueryClient } from '@tanstack/react-query';
import { takesNoVideo, videoWords } from '../../content/statuses.ts';
import { billingMonthOf } from '../../lib/billing-month.ts';
import { knownCalendar } from './api.ts';

/**
 * The instants of the entries in the cached calendar that are to go out and take a video of their month; null if no
 * screen has read it.
 */
export function useUpcoming(): number[] | null {
  const calendar = knownCalendar(useQueryClient());
  if (!calendar) return null;
  return calendar.scheduledDates
    .filter(({ status }) => videoWords[status.state].phase === 'upcoming' && !takesNoVideo(status))
    .map(({ publishAt }) => Date.parse(publishAt));
}

/** Says how many entries wait after the plan ends; null if there are none. If `end` is null, the plan ends at once. */
export function waitingText(instants: readonly number[] | null, end: string | null): string | null {
  const until = end === null ? 'until you have a paid plan again' : 'until you renew';
  if (instants === null) return `Planned videos that go out ${end === null ? 'later' : 'after that'} wait ${until}.`;
  const count = instants.filter((instant) => end === null || instant >= Date.parse(end)).length;
  if (count === 0) return null;
  const what = count === 1 ? '1 planned video' : `${count} planned videos`;
  const when = end === null ? '' : count === 1 ? ' goes out after that: it' : ' go out after that: they';
  return `${what}${when} ${count === 1 ? 'waits' : 'wait'} ${until}.`;
}

/** Says how many entries a smaller plan has no room for from `from` on; names no number if it is zero or not known. */
export function pausedText(instants: readonly number[] | null, from: string | null, limit: number): string {
  const months = new Map<number, number>();
  for (const instant of from === null ? [] : (instants ?? [])) {
    const month = billingMonthOf(instant, from);
    if (month > 0) months.set(month, (months.get(month) ?? 0) + 1);
  }
  const count = [...months.values()].reduce((sum, inMonth) => sum + Math.max(0, inMonth - limit), 0);
  if (count === 0) return 'Scheduled videos beyond that are paused, not deleted.';
  return `${count === 1 ? '1 scheduled video is' : `${count} scheduled videos are`} beyond that and will be paused, not deleted.`;
}
