import { nextDay, possibleTimes } from './days.ts';

const at = (text: string) => new Date(text);

test("a budget's day ends at midnight in the platform's zone", () => {
  expect(nextDay('America/Los_Angeles', at('2026-11-21T12:00:00Z'))).toEqual(at('2026-11-22T08:00:00Z'));
  expect(nextDay('UTC', at('2026-11-21T23:59:59Z'))).toEqual(at('2026-11-22T00:00:00Z'));
});

test.each([
  ['after one whose midnight is skipped', 'America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:00:00Z'],
  ['after one whose midnight is repeated', 'America/Havana', '2026-10-31T12:00:00Z', '2026-11-01T04:00:00Z'],
  ['after one that the zone skips', 'Pacific/Apia', '2011-12-30T06:00:00Z', '2011-12-30T10:00:00Z'],
  ['after one that is half an hour longer', 'Australia/Lord_Howe', '2026-04-04T12:00:00Z', '2026-04-04T13:00:00Z'],
  ['that is half an hour longer', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z'],
])('nextDay gives the first minute of the day %s', (_case, zone, now, next) => {
  expect(nextDay(zone, at(now))).toEqual(at(next));
});

describe('possibleTimes', () => {
  const now = at('2026-10-23T12:00:00Z');

  test("are a day apart at the same hour of the user's clock, also when the clocks change", () => {
    const dueAt = at('2026-10-24T07:00:00Z'); // 09:00 in Rome; the clocks go back the next night
    const times = [...possibleTimes({ dueAt, now, timeZone: 'Europe/Rome', keepsHour: true, platformZone: 'UTC' })];
    expect(times.slice(0, 3)).toEqual([
      { at: dueAt, day: '2026-10-24' },
      { at: at('2026-10-25T08:00:00Z'), day: '2026-10-25' },
      { at: at('2026-10-26T08:00:00Z'), day: '2026-10-26' },
    ]);
  });

  test.each([
    ['a skipped hour becomes the next valid one', 'Europe/Rome', '2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z'],
    // The calendar treats 22:00 of that day in the same way.
    ['a skipped hour at midnight', 'Pacific/Easter', '2026-09-05T04:00:00Z', '2026-09-06T04:00:00Z'],
    ['a repeated hour means its first occurrence', 'Europe/Rome', '2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z'],
    ['in Ramadan', 'Africa/Casablanca', '2026-02-14T08:00:00Z', '2026-02-15T09:00:00Z'],
    [
      'on an island with half an hour of summer time',
      'Australia/Lord_Howe',
      '2026-10-03T01:30:00Z',
      '2026-10-04T01:00:00Z',
    ],
  ])('keep the hour of the clock: %s', (_case, timeZone, dueAt, nextDue) => {
    const given = { dueAt: at(dueAt), now: at('2026-01-01T00:00:00Z'), timeZone, keepsHour: true, platformZone: 'UTC' };
    expect([...possibleTimes(given)][1]?.at).toEqual(at(nextDue));
  });

  test("are counted in the platform's own days", () => {
    const dueAt = at('2026-11-21T07:00:00Z'); // still the 20th in California
    const given = { dueAt, now, timeZone: '', keepsHour: true, platformZone: 'America/Los_Angeles' };
    const [first, second] = possibleTimes(given);
    expect(first?.day).toBe('2026-11-20');
    expect(second).toEqual({ at: at('2026-11-22T07:00:00Z'), day: '2026-11-21' });
  });

  test('of a post whose hour nobody chose are the beginnings of the days', () => {
    const dueAt = at('2026-10-23T12:00:00Z');
    const [first, second, third] = possibleTimes({
      dueAt,
      now,
      timeZone: '',
      keepsHour: false,
      platformZone: 'America/Los_Angeles',
    });
    expect(first).toEqual({ at: dueAt, day: '2026-10-23' });
    expect(second).toEqual({ at: at('2026-10-24T07:00:00Z'), day: '2026-10-24' });
    expect(third).toEqual({ at: at('2026-10-25T07:00:00Z'), day: '2026-10-25' });
  });

  test('begin now for a late post, and are never in the past', () => {
    const dueAt = at('2026-10-23T08:00:00Z');
    const [first, second] = possibleTimes({
      dueAt,
      now,
      timeZone: 'Europe/Rome',
      keepsHour: true,
      platformZone: 'UTC',
    });
    expect(first).toEqual({ at: dueAt, day: '2026-10-23' });
    expect(second?.at).toEqual(at('2026-10-24T08:00:00Z'));
  });
});
