import { silentLogger } from '@reelwright/logger';
import { createTcpProxy, createTestDatabase, eventually } from '@reelwright/testing';
import pg from 'pg';
import { createClock, createClockTable, createManualClock, realClock, setClockOffset } from '../src/index.ts';

const HOUR = 3_600_000;
/** Whether the clock reads real time plus `offsetMs`, however long this process pauses between two readings. */
function isOffBy(clock: { now(): Date }, offsetMs: number): boolean {
  const before = Date.now();
  const shown = clock.now().getTime() - offsetMs;
  return before <= shown && shown <= Date.now();
}

let url: string;
let dropDatabase: () => Promise<void>;
let admin: pg.Client;

beforeAll(async () => {
  const database = await createTestDatabase({ name: 'clock' });
  ({ url, drop: dropDatabase } = database);
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await createClockTable(admin);
});
afterAll(async () => {
  await admin.end();
  await dropDatabase();
});

async function listeners(): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(
    `select count(*) from pg_stat_activity where application_name = 'clock' and datname = current_database()`,
  );
  return Number(rows[0]?.count);
}

describe('product time', () => {
  it('is real time without a database', async () => {
    const clock = createClock({ url: undefined, logger: silentLogger });
    await clock.start();
    expect(isOffBy(clock, 0)).toBe(true);
    expect(isOffBy(realClock, 0)).toBe(true);
    await clock.stop();
  });

  it('starts with the offset that is set, and follows it at once in every process; real time stays', async () => {
    await setClockOffset(url, 5 * HOUR);
    const clocks = [1, 2].map(() => createClock({ url, logger: silentLogger }));
    for (const clock of clocks) await clock.start();
    expect(clocks.map((clock) => isOffBy(clock, 5 * HOUR))).toEqual([true, true]);

    await setClockOffset(url, -3 * HOUR);
    await eventually(() => expect(clocks.map((clock) => isOffBy(clock, -3 * HOUR))).toEqual([true, true]));
    expect(Math.abs((clocks[0]?.real().getTime() ?? 0) - Date.now())).toBeLessThan(1_000);
    for (const clock of clocks) await clock.stop();
  });

  it('keeps the last offset while the database is unavailable, and has the new one when it is back', async () => {
    await setClockOffset(url, HOUR);
    const proxy = await createTcpProxy(url);
    const clock = createClock({ url: proxy.url, logger: silentLogger });
    await clock.start();
    proxy.disable();
    await eventually(async () => expect(await listeners()).toBe(0));
    await setClockOffset(url, 2 * HOUR);
    expect(isOffBy(clock, HOUR)).toBe(true);
    proxy.enable();
    await eventually(() => expect(isOffBy(clock, 2 * HOUR)).toBe(true));
    await setClockOffset(url, 3 * HOUR);
    await eventually(() => expect(isOffBy(clock, 3 * HOUR)).toBe(true));
    await clock.stop();
    proxy.stop();
  });

  it('is followed over one connection, however often connecting failed half way', async () => {
    const proxy = await createTcpProxy(url);
    const clock = createClock({ url: proxy.url, logger: silentLogger });
    await clock.start();
    // It connects, but its first query fails: the table is missing for a while.
    await admin.query('alter table clock_offset rename to clock_offset_hidden');
    proxy.reset();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await admin.query('alter table clock_offset_hidden rename to clock_offset');
    await setClockOffset(url, 4 * HOUR);
    await eventually(() => expect(isOffBy(clock, 4 * HOUR)).toBe(true));
    await eventually(async () => expect(await listeners()).toBe(1));
    await clock.stop();
    await eventually(async () => expect(await listeners()).toBe(0));
    proxy.stop();
  });

  it('is not followed after it was stopped', async () => {
    const proxy = await createTcpProxy(url);
    const clock = createClock({ url: proxy.url, logger: silentLogger });
    await clock.start();
    proxy.reset();
    await eventually(async () => expect(await listeners()).toBe(0));
    await clock.stop();
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(await listeners()).toBe(0);
    proxy.stop();
  });

  it('does not start without its row, and never falls back to real time', async () => {
    const nowhere = new URL(url);
    nowhere.port = '1';
    await expect(createClock({ url: nowhere.href, logger: silentLogger }).start()).rejects.toThrow();
  });
});

describe('the offset row', () => {
  it('exists once, and keeps its offset when it is created again', async () => {
    await setClockOffset(url, 7_000);
    await createClockTable(admin);
    const { rows } = await admin.query('select offset_ms from clock_offset');
    expect(rows).toEqual([{ offset_ms: 7_000 }]);
    await expect(admin.query('insert into clock_offset (singleton) values (false)')).rejects.toThrow('check');
  });
});

describe('a manual clock', () => {
  it('is moved by the test and runs on from there', () => {
    const clock = createManualClock(new Date('2030-01-01T00:00:00Z'));
    expect(clock.now().toISOString()).toMatch(/^2030-01-01T00:00:0/);
    clock.advance(HOUR);
    expect(clock.now().toISOString()).toMatch(/^2030-01-01T01:00:0/);
    clock.moveTo(new Date('2029-01-01T00:00:00Z'));
    expect(clock.now().toISOString()).toMatch(/^2029-01-01T00:00:0/);
    expect(Math.abs(clock.real().getTime() - Date.now())).toBeLessThan(1_000);
  });
});
