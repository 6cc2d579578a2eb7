/**
 * Which billing month a moment lies in, counted from the running one (0). `resetsAt` is when the running one ends; the
 * next ones end a calendar month later each. Without it, everything counts into the running one.
 */
export function billingMonthOf(instant: number, resetsAt: string | null): number {
  if (!resetsAt) return 0;
  const end = new Date(resetsAt);
  const day = end.getUTCDate();
  let month = 0;
  while (instant >= end.getTime() && month < 60) {
    month += 1;
    end.setUTCDate(1);
    end.setUTCMonth(end.getUTCMonth() + 1);
    end.setUTCDate(Math.min(day, new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()));
  }
  return month;
}
