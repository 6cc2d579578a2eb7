import { instantOf, isDate, isTimeZone, wallTimeOf } from './wall-time.ts';

const at = (date: string, time: string, zone: string) => instantOf({ date, time }, zone).toISOString();

describe('the instant of a wall time', () => {
  it.each([
    ['2026-11-21', '09:00', 'Europe/Rome', '2026-11-21T08:00:00.000Z'],
    ['2026-07-01', '09:00', 'Europe/Rome', '2026-07-01T07:00:00.000Z'],
    ['2028-02-29', '06:00', 'America/New_York', '2028-02-29T11:00:00.000Z'],
    ['2026-01-01', '23:00', 'Pacific/Kiritimati', '2026-01-01T09:00:00.000Z'],
  ])('%s %s in %s is %s', (date, time, zone, instant) => {
    expect(at(date, time, zone)).toBe(instant);
  });

  it.each([
    ['2026-09-05', '22:00', 'Pacific/Easter', '23:00'],
    ['2027-03-27', '23:00', 'America/Godthab', '00:00'],
    ['2027-03-27', '23:00', 'America/Scoresbysund', '00:00'],
  ])('moves the skipped hour %s %s in %s to the next valid one', (date, time, zone, shown) => {
    const instant = instantOf({ date, time }, zone);
    const gapless = instantOf({ date, time: '21:00' }, zone);
    expect(wallTimeOf(instant, zone).time).toBe(shown);
    expect(instant.getTime() - gapless.getTime()).toBe((Number(time.slice(0, 2)) - 21) * 3_600_000);
  });

  it.each([
    ['2026-04-04', '21:00', 'Pacific/Easter', '2026-04-05T02:00:00.000Z'],
    ['2026-04-04', '23:00', 'America/Santiago', '2026-04-05T02:00:00.000Z'],
    ['2026-10-29', '23:00', 'Africa/Cairo', '2026-10-29T20:00:00.000Z'],
    ['2026-10-24', '23:00', 'Asia/Beirut', '2026-10-24T20:00:00.000Z'],
    ['2026-10-24', '23:00', 'America/Nuuk', '2026-10-25T00:00:00.000Z'],
  ])('takes the first occurrence of the repeated hour %s %s in %s', (date, time, zone, instant) => {
    expect(at(date, time, zone)).toBe(instant);
    const later = new Date(new Date(instant).getTime() + 3_600_000);
    expect(wallTimeOf(later, zone)).toEqual({ date, time });
  });

  it('keeps the hour of the clock over both changes of the year', () => {
    for (const date of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']) {
      expect(wallTimeOf(instantOf({ date, time: '09:00' }, 'Europe/Rome'), 'Europe/Rome')).toEqual({
        date,
        time: '09:00',
      });
    }
  });
});

describe('a date and a zone', () => {
  it('accepts existing days only', () => {
    expect(isDate('2028-02-29')).toBe(true);
    for (const bad of ['2027-02-29', '2026-13-01', '2026-1-1', 'tomorrow', '']) expect(isDate(bad)).toBe(false);
  });

  it('accepts IANA zones and refuses bare offsets', () => {
    for (const zone of ['UTC', 'Europe/Rome', 'America/Argentina/Buenos_Aires']) expect(isTimeZone(zone)).toBe(true);
    for (const bad of ['+02:00', 'Mars/Olympus', '', 'Europe/Rome; drop table']) expect(isTimeZone(bad)).toBe(false);
  });
});
