import { AppError } from '@reelwright/errors';
import { tierNames } from '@reelwright/product';
import { formatDayOf } from '../calendar/format-date.ts';
import { type Plan, planOfEntry } from './plan-rules.ts';

/**
 * The refusal of an entry that the plan of its time has no room for. Its days are those of the calendar's zone.
 * @returns AppError PLAN_ENDS after the end of a cancelled plan, else PLAN_LIMIT_REACHED
 */
export function pastPlan(publishAt: Date, plan: Plan, timeZone: string): AppError {
  const { tier, mostEntries } = planOfEntry(plan, publishAt);
  const since = plan.next && plan.next.at <= publishAt ? formatDayOf(plan.next.at, timeZone) : undefined;
  if (since && mostEntries === 0) {
    const message = `Your ${tierNames[plan.tier]} plan ends on ${since}. Renew it to schedule videos for later.`;
    return new AppError('PERMISSION_DENIED', 'PLAN_ENDS', message);
  }
  return new AppError(
    'RESOURCE_EXHAUSTED',
    'PLAN_LIMIT_REACHED',
    since
      ? `Your ${tierNames[tier]} plan starts on ${since}. You can schedule ${mostEntries} videos a month with it.`
      : `You can only schedule ${mostEntries} videos this month with your ${tierNames[tier]} plan.`,
  );
}
