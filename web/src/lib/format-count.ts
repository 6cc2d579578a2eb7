const numbers = new Intl.NumberFormat();

/** "1,204" in the browser's language. */
export const formatCount = (count: number): string => numbers.format(count);

/** "1,204 views", "1 view". */
export const formatViews = (views: number): string => `${formatCount(views)} ${views === 1 ? 'view' : 'views'}`;

/** "45 s", "12 min", "3 h 20 min". */
export function formatWatchTime(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${formatCount(hours)} h` : `${formatCount(hours)} h ${minutes % 60} min`;
}
