import { expect, test } from '@jest/globals';
import { addDays, addMonths, addMonthsToDate, weeksOf } from './calendar-month.ts';

test('a month is rows from Sunday to Saturday, with null for days of other months', () => {
  const weeks = weeksOf({ year: 2026, month: 12 });
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([null, null, '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']);
  expect(weeks[4]?.slice(4)).toEqual(['2026-12-31', null, null]);
});

test('adding days and months crosses the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addMonths({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
  expect(addMonths({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 });
  expect(addMonthsToDate('2026-01-31', 1)).toBe('2026-02-28');
});
