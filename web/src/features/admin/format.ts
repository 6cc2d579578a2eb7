// Always Italian, whatever the browser's language. Numbers of four digits are grouped too, so that columns align.
const count = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });
const euro = new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR', useGrouping: 'always' });
const percent = new Intl.NumberFormat('it-IT', { style: 'percent', maximumFractionDigits: 1 });
const shortDay = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('it-IT', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('it-IT', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const hour = new Intl.DateTimeFormat('it-IT', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** "5.214" */
export const formatCount = (value: number) => count.format(value);

/** "61.482,60 €" */
export const formatEuros = (euros: number) => euro.format(euros);

/** "15,9%" for 15.9. */
export const formatPercent = (value: number) => percent.format(value / 100);

/** "20 nov" for YYYY-MM-DD. */
export const formatDay = (isoDay: string) => shortDay.format(new Date(`${isoDay}T00:00:00Z`));

/** "nov 2026" for YYYY-MM. */
export const formatMonth = (isoMonth: string) => shortMonth.format(new Date(`${isoMonth}-01T00:00:00Z`));

/** "Venerdì 20 novembre 2026" in the browser's zone. */
export function formatToday(instant: number): string {
  const text = longDay.format(instant);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "17:47" in the browser's zone. */
export const formatHour = (instant: number) => hour.format(instant);

/** "1 secondo", "12 secondi", "2 min 05 s". */
export function formatWait(seconds: number): string {
  if (seconds === 1) return '1 secondo';
  if (seconds < 60) return `${seconds} secondi`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
