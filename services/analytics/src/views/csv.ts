import { isPlatform, isStyle, platformNames, styleNames } from '@reelwright/product';
import type { SeenPost } from './views.repository.ts';

type Cell = string | number | Date | null;

const columns: readonly (readonly [name: string, of: (post: SeenPost) => Cell])[] = [
  ['Posted at (UTC)', ({ postedAt }) => postedAt],
  ['Platform', ({ platform }) => (isPlatform(platform) ? platformNames[platform] : platform)],
  ['Title', ({ title }) => title],
  ['Style', ({ style }) => (style !== null && isStyle(style) ? styleNames[style] : '')],
  ['Views', ({ views }) => views],
  ['Likes', ({ likes }) => likes],
  ['Watch time (seconds)', ({ watchSeconds }) => watchSeconds],
  ['Counted at (UTC)', ({ measuredAt }) => measuredAt],
  ['Link', ({ permalink }) => permalink],
  ['Video', ({ videoId }) => videoId],
];

/** Spreadsheets read UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The posts as CSV (RFC 4180): one header, lines that end in CRLF, an empty cell for what is not known. */
export function csvOf(posts: readonly SeenPost[]): string {
  const rows = [columns.map(([name]) => name), ...posts.map((post) => columns.map(([, of]) => of(post)))];
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString();
  const safe = withoutFormula(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A spreadsheet runs a text that begins like a formula; an apostrophe before it makes it a text again. */
const withoutFormula = (text: string): string => (/^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
