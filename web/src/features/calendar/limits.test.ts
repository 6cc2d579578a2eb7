import { describe, expect, test } from '@jest/globals';
import { savedEntry } from '../../../test/people.ts';
import { billingMonthAround, billingMonthOf } from '../../lib/billing-month.ts';
import { settingsOf } from '../../lib/entry-choice.ts';
import { countableOf, hasRoom, isOverLimit } from './limits.ts';

const usage = { videosPerMonth: 8, usedThisMonth: 8, usageResetsAt: '2026-12-02T00:00:00Z', released: [] };
const november = Date.parse('2026-11-28T08:00:00Z');
const december = Date.parse('2026-12-05T08:00:00Z');

describe('the plan', () => {
  test('counts by billing month, which ends where the usage resets', () => {
    expect(billingMonthOf(november, usage.usageResetsAt)).toBe(0);
    expect(billingMonthOf(december, usage.usageResetsAt)).toBe(1);
    expect(billingMonthOf(Date.parse('2027-01-02T00:00:00Z'), usage.usageResetsAt)).toBe(2);
  });

  test('names the first and last day of a billing month, also after a longer month', () => {
    const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
    const around = (at: string, resetsAt: string) => {
      const month = billingMonthAround(Date.parse(at), resetsAt);
      return month && [iso(month.start), iso(month.end)];
    };
    expect(around('2026-11-28T08:00:00Z', usage.usageResetsAt)).toEqual(['2026-11-02', '2026-12-02']);
    expect(around('2027-02-10T08:00:00Z', '2026-12-31T09:00:00Z')).toEqual(['2027-01-31', '2027-02-28']);
    expect(billingMonthAround(november, null)).toBeNull();
  });

  test('has no room in a full month, and room in the next', () => {
    expect(hasRoom(november, [], usage)).toBe(false);
    expect(hasRoom(december, [], usage)).toBe(true);
  });

  test('has room again after an entry is removed', () => {
    expect(hasRoom(november, [], { ...usage, released: [november] })).toBe(true);
  });

  test('does not count saved entries of this month twice', () => {
    expect(isOverLimit([{ instant: november, saved: true }], usage)).toBe(false);
    expect(isOverLimit([{ instant: november, saved: false }], usage)).toBe(true);
  });

  test('does not count paused entries, which therefore fill no month', () => {
    const choice = {
      time: '09:00',
      ...settingsOf(null),
      requested: null,
      index: 1,
      status: null,
      why: null,
    };
    const { status } = savedEntry('p', '2026-12-10', '09:00', 'paused');
    const paused = Array.from({ length: 10 }, (_, day) => ({
      ...choice,
      key: `${day}`,
      date: `2026-12-${10 + day}`,
      status,
      saved: true,
    }));
    const added = { ...choice, key: 'new', date: '2027-01-20', saved: false };
    expect(isOverLimit(countableOf([...paused, added], 'UTC'), usage)).toBe(false);
  });
});
