import { Temporal } from 'temporal-polyfill';
import type { Plan } from './plan-rules.ts';

export interface BillingMonth {
  readonly start: Date;
  /** The first instant of the next month. */
  readonly end: Date;
}

/**
 * The month of the plan that an instant is in. Paid plans, annual ones too, count from the anchor: always its day and
 * time of day, or the last day of a month that is too short. The free plan counts calendar months in UTC.
 */
export function billingMonthOf(instant: Date, plan: Plan): BillingMonth {
  const at = toUtc(instant);
  if (!plan.monthAnchor) {
    const start = at.with({ day: 1 }).startOfDay();
    return { start: toDate(start), end: toDate(start.add({ months: 1 })) };
  }
  const anchor = toUtc(plan.monthAnchor);
  // Added to the anchor each time, never month to month, so that the 31st survives February.
  const nth = (months: number) => anchor.add({ months });
  let months = (at.year - anchor.year) * 12 + at.month - anchor.month;
  if (Temporal.ZonedDateTime.compare(nth(months), at) > 0) months -= 1;
  return { start: toDate(nth(months)), end: toDate(nth(months + 1)) };
}

const toUtc = (instant: Date) => Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC');
const toDate = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds);
