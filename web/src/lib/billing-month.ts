/** The same day so many months later, or that month's last day. */
function monthsAfter(instant: Date, months: number): Date {
  const moved = new Date(instant);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(instant.getUTCDate(), last));
  return moved;
}

/**
 * Which billing month a moment lies in, counted from the running one (0). `resetsAt` is when the running one ends; the
 * next ones end a calendar month later each. Without it, everything counts into the running one.
 */
export function billingMonthOf(instant: number, resetsAt: string | null): number {
  if (!resetsAt) return 0;
  const end = new Date(resetsAt);
  let month = 0;
  while (month < 60 && instant >= monthsAfter(end, month).getTime()) month += 1;
  return month;
}

/** From when to when that month goes; null where it is not known when the running one ends. */
export function billingMonthAround(instant: number, resetsAt: string | null): { start: number; end: number } | null {
  if (!resetsAt) return null;
  const [end, month] = [new Date(resetsAt), billingMonthOf(instant, resetsAt)];
  return { start: monthsAfter(end, month - 1).getTime(), end: monthsAfter(end, month).getTime() };
}
