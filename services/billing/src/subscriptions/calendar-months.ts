/**
 * An instant some months later, or earlier when negative: the same day and time in UTC, or the last day of a shorter
 * month. Stripe's periods and the billing month are both counted this way.
 */
export function monthsAfter(date: Date, months: number): Date {
  const result = new Date(date);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return result;
}
