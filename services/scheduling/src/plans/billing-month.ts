import { Temporal } from 'temporal-polyfill';
import type { Plan } from './plan-rules.ts';

export interface BillingMonth {
  readonly start: Date;
  /** The first instant of the next month. */
  readonly end: Date;
}

/**
 * The billing month of an instant. Months of paid plans, also of annual ones, begin at the anchor's day and time of
 * day, or on the last day of a shorter month. Months of the free plan are calendar months in UTC.
 */
export function billingMonthOf(instant: Date, plan: Plan): BillingMonth {
  const at = toUtc(instant);
  if (!plan.monthAnchor) {
    const start = at.with({ day: 1 }).startOfDay();
    return { start: toDate(start), end: toDate(start.add({ months: 1 })) };
  }
  const anchor = toUtc(plan.monthAnchor);
  // Always added to the anchor, never to the month before, so that the 31st is kept after February.
  const nth = (months: number) => anchor.add({ months });
  let months = (at.year - anchor.year) * 12 + at.month - anchor.month;
  if (Temporal.ZonedDateTime.compare(nth(months), at) > 0) months -= 1;
  return { start: toDate(nth(months)), end: toDate(nth(months + 1)) };
}

const toUtc = (instant: Date) => Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC');
const toDate = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds);
