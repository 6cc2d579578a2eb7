/** The same day a number of months later, or that month's last day. */
function monthsAfter(instant: Date, months: number): Date {
  const result = new Date(instant);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return result;
}

/**
 * The billing month of an instant, counted from the current one (0). `resetsAt` is the end of the current one; each
 * following one ends a calendar month later. Without `resetsAt`, every instant is in the current one.
 */
export function billingMonthOf(instant: number, resetsAt: string | null): number {
  if (!resetsAt) return 0;
  const end = new Date(resetsAt);
  let month = 0;
  while (month < 60 && instant >= monthsAfter(end, month).getTime()) month += 1;
  return month;
}

/** The start and end of that month; null if the end of the current one is not known. */
export function billingMonthAround(instant: number, resetsAt: string | null): { start: number; end: number } | null {
  if (!resetsAt) return null;
  const [end, month] = [new Date(resetsAt), billingMonthOf(instant, resetsAt)];
  return { start: monthsAfter(end, month - 1).getTime(), end: monthsAfter(end, month).getTime() };
}
