import { expect, test } from '@jest/globals';
import { formatViews, formatWatchTime } from './format-count.ts';
import { formatAgo } from './format-date.ts';

test('views are counted in words', () => {
  expect([0, 1, 1204].map(formatViews)).toEqual(['0 views', '1 view', '1,204 views']);
});

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_599, '1 h'],
  [7_500, '2 h 5 min'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatWatchTime(seconds)).toBe(words);
});

test.each([
  ['2026-11-21T12:00:00Z', 'this minute'],
  ['2026-11-21T11:40:00Z', '20 minutes ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-11-18T12:00:00Z', '3 days ago'],
  ['2026-11-21T12:05:00Z', 'this minute'],
])('%s was %s', (instant, words) => {
  expect(formatAgo(instant, Date.parse('2026-11-21T12:00:00Z'))).toBe(words);
});
