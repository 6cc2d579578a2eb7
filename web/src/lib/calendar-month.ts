/** A calendar month, 1 to 12. Days are wall dates 'YYYY-MM-DD' without a zone. */
export interface Month {
  year: number;
  month: number;
}

const pad = (value: number) => String(value).padStart(2, '0');
const utc = (isoDate: string) => new Date(`${isoDate}T00:00:00Z`);
const iso = (date: Date) => date.toISOString().slice(0, 10);

export function monthOf(isoDate: string): Month {
  return { year: Number(isoDate.slice(0, 4)), month: Number(isoDate.slice(5, 7)) };
}

export function addMonths({ year, month }: Month, count: number): Month {
  const index = year * 12 + (month - 1) + count;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

export function addDays(isoDate: string, count: number): string {
  const date = utc(isoDate);
  date.setUTCDate(date.getUTCDate() + count);
  return iso(date);
}

/** The same day in another month, or that month's last day. */
export function addMonthsToDate(isoDate: string, count: number): string {
  const target = addMonths(monthOf(isoDate), count);
  return dateIn(target, Math.min(Number(isoDate.slice(8, 10)), daysIn(target)));
}

export const daysIn = ({ year, month }: Month) => new Date(Date.UTC(year, month, 0)).getUTCDate();
export const dateIn = ({ year, month }: Month, day: number) => `${year}-${pad(month)}-${pad(day)}`;
export const sameMonth = (a: Month, b: Month) => a.year === b.year && a.month === b.month;

/** Sunday is 0. */
export const weekdayOf = (isoDate: string) => utc(isoDate).getUTCDay();

/** Rows of seven days from Sunday to Saturday; null for a day of another month. */
export function weeksOf(month: Month): (string | null)[][] {
  const cells: (string | null)[] = Array.from({ length: weekdayOf(dateIn(month, 1)) }, () => null);
  for (let day = 1; day <= daysIn(month); day += 1) cells.push(dateIn(month, day));
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
