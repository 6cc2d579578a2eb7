import type { Entry } from '../entries/entry.ts';
import { billingMonthOf } from './billing-month.ts';
import type { Plan } from './plan-rules.ts';

type Upcoming = Pick<Entry, 'id' | 'publishAt' | 'state'>;

/**
 * Which planned entries no longer fit the plan, latest first, and which paused ones fit again, earliest first.
 * On the free plan nothing is scheduled.
 *
 * @param used what is taken of the month that starts at the given milliseconds, planned entries among it
 */
export function settlePauses<E extends Upcoming>(
  entries: readonly E[],
  plan: Plan,
  used: ReadonlyMap<number, number>,
): { pause: E[]; resume: E[] } {
  const byTime = [...entries].sort((one, other) => one.publishAt.getTime() - other.publishAt.getTime());
  if (plan.tier === 'free') return { pause: byTime.filter(({ state }) => state === 'planned'), resume: [] };
  const limit = plan.videosPerMonth;
  const left = new Map(used);
  const monthOf = ({ publishAt }: E) => billingMonthOf(publishAt, plan).start.getTime();
  const take = (month: number, by: number) => left.set(month, (left.get(month) ?? 0) + by);
  const pause: E[] = [];
  const resume: E[] = [];
  for (const entry of byTime.toReversed()) {
    const month = monthOf(entry);
    if (entry.state !== 'planned' || (left.get(month) ?? 0) <= limit) continue;
    pause.push(entry);
    take(month, -1);
  }
  for (const entry of byTime) {
    const month = monthOf(entry);
    if (entry.state !== 'paused' || (left.get(month) ?? 0) >= limit) continue;
    resume.push(entry);
    take(month, 1);
  }
  return { pause, resume };
}
