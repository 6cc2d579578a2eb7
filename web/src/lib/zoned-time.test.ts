import { describe, expect, test } from '@jest/globals';
import { instantOf, wallTimeAt } from './zoned-time.ts';

const at = (date: string, time: string, zone: string) => new Date(instantOf({ date, time }, zone)).toISOString();

describe('a wall time in a zone', () => {
  test('becomes its instant in winter and in summer', () => {
    expect(at('2026-11-24', '09:00', 'Europe/Rome')).toBe('2026-11-24T08:00:00.000Z');
    expect(at('2026-07-24', '09:00', 'Europe/Rome')).toBe('2026-07-24T07:00:00.000Z');
    expect(at('2026-11-24', '09:00', 'Asia/Kolkata')).toBe('2026-11-24T03:30:00.000Z');
    expect(at('2026-11-24', '09:00', 'UTC')).toBe('2026-11-24T09:00:00.000Z');
  });

  test('that daylight saving skips moves on, and one that it repeats is the first', () => {
    expect(at('2026-03-29', '02:00', 'Europe/Rome')).toBe('2026-03-29T01:00:00.000Z');
    expect(at('2026-10-25', '02:00', 'Europe/Rome')).toBe('2026-10-25T00:00:00.000Z');
  });

  test('is read back from an instant', () => {
    expect(wallTimeAt(Date.parse('2026-11-20T23:30:00Z'), 'Europe/Rome')).toEqual({
      date: '2026-11-21',
      time: '00:30',
    });
  });
});
