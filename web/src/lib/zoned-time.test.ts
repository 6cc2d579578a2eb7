import { describe, expect, test } from '@jest/globals';
import { instantOf, wallTimeAt } from './zoned-time.ts';

const at = (date: string, time: string, zone: string) => new Date(instantOf({ date, time }, zone)).toISOString();

describe('a wall time in a zone', () => {
  test('becomes an instant in winter and in summer', () => {
    expect(at('2026-11-24', '09:00', 'Europe/Rome')).toBe('2026-11-24T08:00:00.000Z');
    expect(at('2026-07-24', '09:00', 'Europe/Rome')).toBe('2026-07-24T07:00:00.000Z');
    expect(at('2026-11-24', '09:00', 'Asia/Kolkata')).toBe('2026-11-24T03:30:00.000Z');
    expect(at('2026-11-24', '09:00', 'UTC')).toBe('2026-11-24T09:00:00.000Z');
  });

  test('that daylight saving skips moves to the next valid one, and of a repeated one the first is taken', () => {
    expect(at('2026-03-29', '02:00', 'Europe/Rome')).toBe('2026-03-29T01:00:00.000Z');
    expect(at('2026-10-25', '02:00', 'Europe/Rome')).toBe('2026-10-25T00:00:00.000Z');
  });

  test.each([
    ['half an hour that is skipped', '2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['half an hour that is repeated', '2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['a day that is skipped', '2011-12-30', '09:00', 'Pacific/Apia', '2011-12-30T19:00:00.000Z'],
    ['in Ramadan', '2026-03-01', '09:00', 'Africa/Casablanca', '2026-03-01T09:00:00.000Z'],
    ['after Ramadan', '2026-04-01', '09:00', 'Africa/Casablanca', '2026-04-01T08:00:00.000Z'],
  ])('follows the rules of its zone: %s', (_case, date, time, zone, instant) => {
    expect(at(date, time, zone)).toBe(instant);
  });

  test('can be computed from an instant', () => {
    expect(wallTimeAt(Date.parse('2026-11-20T23:30:00Z'), 'Europe/Rome')).toEqual({
      date: '2026-11-21',
      time: '00:30',
    });
  });
});
