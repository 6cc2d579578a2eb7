import { days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());
afterEach(() => scheduling.clock.moveTo(START));

const ROME = 'Europe/Rome';
const NEW_YORK = 'America/New_York';

interface CalendarEntry {
  id: string;
  date: string;
  time: string;
  publishAt: string;
}
const kept = ({ id, date, time }: CalendarEntry) => ({ id, date, time });
const plain = ({ date, time }: CalendarEntry) => ({ date, time });
const instants = (entries: CalendarEntry[]) => entries.map(({ publishAt }) => publishAt);
const walls = (entries: CalendarEntry[]) => entries.map(({ date, time }) => `${date} ${time}`);
const calendar = async (user: string): Promise<{ timeZone: string; scheduledDates: CalendarEntry[] }> =>
  (await scheduling.get(user, '/api/video-configuration')).body;

/** Three entries at 09:00 in Rome. */
async function savedInRome(): Promise<{ user: string; entries: CalendarEntry[] }> {
  const user = await scheduling.user({ tier: 'pro' });
  const entries = (await scheduling.save(user, days(3), { timeZone: ROME })).body.scheduledDates;
  expect(instants(entries)).toEqual(['2026-11-25', '2026-11-26', '2026-11-27'].map((day) => `${day}T08:00:00.000Z`));
  return { user, entries };
}

describe('a calendar saved in Rome and saved again from New York', () => {
  it('keeps its zone and its instants if the save names no zone', async () => {
    for (const wording of [kept, plain]) {
      const { user, entries } = await savedInRome();
      const { status, body } = await scheduling.save(user, entries.map(wording));
      expect([status, body.timeZone]).toEqual([200, ROME]);
      expect(body.scheduledDates).toEqual(entries);
    }
  });

  it('keeps every unchanged instant if the save names the new zone, with or without ids', async () => {
    for (const wording of [kept, plain]) {
      const { user, entries } = await savedInRome();
      const { body } = await scheduling.save(user, entries.map(wording), { timeZone: NEW_YORK });
      expect(body.timeZone).toBe(NEW_YORK);
      expect(instants(body.scheduledDates)).toEqual(instants(entries));
      expect(walls(body.scheduledDates)).toEqual(['2026-11-25 03:00', '2026-11-26 03:00', '2026-11-27 03:00']);
      // Save again with the times that New York shows.
      const again = await scheduling.save(user, body.scheduledDates.map(wording), { timeZone: NEW_YORK });
      expect(instants(again.body.scheduledDates)).toEqual(instants(entries));
      const back = await scheduling.save(user, again.body.scheduledDates.map(wording), { timeZone: ROME });
      expect(walls(back.body.scheduledDates)).toEqual(walls(entries));
      expect(instants(back.body.scheduledDates)).toEqual(instants(entries));
    }
  });

  it('answers its videos in the zone of the calendar', async () => {
    const { user, entries } = await savedInRome();
    await scheduling.save(user, entries.map(kept), { timeZone: NEW_YORK });
    const { videos } = (await scheduling.get(user, '/api/videos')).body;
    const shown = videos.map(({ timeZone, date, time }: CalendarEntry & { timeZone: string }) => [
      timeZone,
      date,
      time,
    ]);
    expect(shown.toSorted()).toEqual([25, 26, 27].map((day) => [NEW_YORK, `2026-11-${day}`, '03:00']));
  });

  it("moves only moved entries, by the clock of the save's zone", async () => {
    const { user, entries } = await savedInRome();
    const [first, ...others] = entries.map(kept);
    const { body } = await scheduling.save(user, [{ ...first, time: '18:00' }, ...others], { timeZone: NEW_YORK });
    expect(instants(body.scheduledDates)).toEqual([
      '2026-11-25T23:00:00.000Z',
      '2026-11-26T08:00:00.000Z',
      '2026-11-27T08:00:00.000Z',
    ]);
    const still = await scheduling.save(user, body.scheduledDates.map(kept));
    expect(still.body.timeZone).toBe(NEW_YORK);
    expect(instants((await calendar(user)).scheduledDates)).toEqual(instants(body.scheduledDates));
  });
});

describe('a calendar over the changes to and from summer time', () => {
  it.each([
    [ROME, 'spring', '2027-03-27', '2027-03-28', '08:00', '07:00'],
    [ROME, 'autumn', '2027-10-30', '2027-10-31', '07:00', '08:00'],
    [NEW_YORK, 'spring', '2027-03-13', '2027-03-14', '14:00', '13:00'],
    [NEW_YORK, 'autumn', '2027-11-06', '2027-11-07', '13:00', '14:00'],
  ])('keeps 09:00 on the clock of %s in %s', async (timeZone, _season, before, after, earlier, later) => {
    const user = await scheduling.user({ tier: 'starter' });
    const dates = [before, after].map((date) => ({ date, time: '09:00' }));
    const { body } = await scheduling.save(user, dates, { timeZone });
    expect(walls(body.scheduledDates)).toEqual([`${before} 09:00`, `${after} 09:00`]);
    expect(instants(body.scheduledDates)).toEqual([`${before}T${earlier}:00.000Z`, `${after}T${later}:00.000Z`]);
    const again = await scheduling.save(user, body.scheduledDates.map(kept));
    expect(again.body.scheduledDates).toEqual(body.scheduledDates);
  });

  it('moves an hour that is skipped to the next valid one', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    // In Nuuk the clocks go from 22:59 to 00:00.
    const dates = ['22:00', '23:00'].map((time) => ({ date: '2027-03-27', time }));
    const { status, body } = await scheduling.save(user, dates, { timeZone: 'America/Nuuk' });
    expect(status).toBe(200);
    expect(instants(body.scheduledDates)).toEqual(['2027-03-28T00:00:00.000Z', '2027-03-28T01:00:00.000Z']);
    const again = await scheduling.save(user, body.scheduledDates.map(kept));
    expect(instants(again.body.scheduledDates)).toEqual(instants(body.scheduledDates));
  });

  it('takes the first occurrence of a repeated hour', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    // In Cairo 23:00 comes twice: at 20:00 and at 21:00 UTC.
    const dates = ['22:00', '23:00'].map((time) => ({ date: '2027-10-28', time }));
    const { body } = await scheduling.save(user, dates, { timeZone: 'Africa/Cairo' });
    expect(instants(body.scheduledDates)).toEqual(['2027-10-28T19:00:00.000Z', '2027-10-28T20:00:00.000Z']);
    const again = await scheduling.save(user, body.scheduledDates.map(kept));
    expect(instants(again.body.scheduledDates)).toEqual(instants(body.scheduledDates));
  });
});
