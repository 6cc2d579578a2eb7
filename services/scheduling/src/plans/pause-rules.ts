import type { EntryState } from '@reelwright/product';
import { billingMonthOf } from './billing-month.ts';
import { type Plan, planOfEntry } from './plan-rules.ts';

interface Upcoming {
  readonly id: string;
  readonly publishAt: Date;
  readonly state: EntryState;
  readonly skipped: boolean;
}

/**
 * Chooses the planned entries that the plan of their time has no room for, latest first, and the paused ones that it
 * has room for again, earliest first.
 *
 * @param used the used videos of each month, including planned entries, by the month's start in milliseconds
 */
export function choosePauses<E extends Upcoming>(
  entries: readonly E[],
  plan: Plan,
  used: ReadonlyMap<number, number>,
): { pause: E[]; resume: E[] } {
  const byTime = [...entries].sort((one, other) => one.publishAt.getTime() - other.publishAt.getTime());
  const left = new Map(used);
  const monthOf = ({ publishAt }: E) => billingMonthOf(publishAt, plan).start.getTime();
  const usedInMonthOf = (entry: E) => left.get(monthOf(entry)) ?? 0;
  const take = (entry: E, by: number) => left.set(monthOf(entry), usedInMonthOf(entry) + by);
  const pause: E[] = [];
  const resume: E[] = [];
  for (const entry of byTime.toReversed()) {
    const { mostEntries } = planOfEntry(plan, entry.publishAt);
    if (entry.state !== 'planned' || (mostEntries > 0 && usedInMonthOf(entry) <= mostEntries)) continue;
    pause.push(entry);
    take(entry, -1);
  }
  for (const entry of byTime) {
    const { mostEntries } = planOfEntry(plan, entry.publishAt);
    if (entry.state !== 'paused' || entry.skipped || usedInMonthOf(entry) >= mostEntries) continue;
    resume.push(entry);
    take(entry, 1);
  }
  return { pause, resume };
}
