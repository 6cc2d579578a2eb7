import { describe, expect, test } from '@jest/globals';
import { earliestSlot, hours, proposedHour, slotState } from './slots.ts';

const zone = 'Europe/Rome';
/** 17:46 in Rome. */
const now = Date.parse('2026-11-20T16:46:00Z');
const situation = { now, zone, others: [{ date: '2026-11-24', time: '09:00' }] };

describe('slots', () => {
  test('are hourly from 06:00 to 23:00', () => {
    expect(hours).toHaveLength(18);
    expect([hours[0], hours.at(-1)]).toEqual(['06:00', '23:00']);
  });

  test('cannot be chosen when they are past or less than 30 minutes away', () => {
    expect(slotState({ date: '2026-11-20', time: '17:00' }, situation)).toBe('past');
    expect(slotState({ date: '2026-11-20', time: '18:00' }, situation)).toBe('soon');
    expect(slotState({ date: '2026-11-20', time: '19:00' }, situation)).toBe('free');
    const half = { ...situation, now: Date.parse('2026-11-20T16:30:00Z') };
    expect(slotState({ date: '2026-11-20', time: '18:00' }, half)).toBe('free');
  });

  test('are taken by another entry at the same instant, and else free on the same day', () => {
    expect(slotState({ date: '2026-11-24', time: '09:00' }, situation)).toBe('taken');
    expect(slotState({ date: '2026-11-24', time: '10:00' }, situation)).toBe('free');
  });

  test('are proposed at 09:00, else at the next free hour, else at an earlier one, else not at all', () => {
    expect(proposedHour('2026-11-28', situation)).toBe('09:00');
    expect(proposedHour('2026-11-24', situation)).toBe('10:00');
    expect(proposedHour('2026-11-20', situation)).toBe('19:00');
    expect(proposedHour('2026-11-19', situation)).toBeNull();
  });

  test('start tomorrow when today has no slot left', () => {
    expect(earliestSlot(now, zone)).toEqual({ date: '2026-11-20', time: '19:00' });
    const late = Date.parse('2026-11-20T21:45:00Z');
    expect(earliestSlot(late, zone)).toEqual({ date: '2026-11-21', time: '06:00' });
  });
});
