import { join } from 'node:path';
import { silentLogger } from '@reelwright/logger';
import { createDatabase, type Database, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import { type DailyLimit, type DailyLimitTables, giveBack, secondsToNextDay, takeFromDay } from '../src/index.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
let database: Database<DailyLimitTables>;
let dropDatabase: () => Promise<void>;

beforeEach(async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (url: string) => runMigrations({ url, migrations, logger: silentLogger });
  const { url, drop } = await createTestDatabase({ name: 'daily-limit', migrate });
  dropDatabase = drop;
  database = createDatabase({ url, logger: silentLogger, applicationName: 'daily limit test' });
});
afterEach(async () => {
  await database.stop();
  await dropDatabase();
});

const take = (limit: Partial<DailyLimit> = {}) =>
  takeFromDay(database.db, { name: 'shares', key: '203.0.113.0/24', perDay: 3, now: NOON, ...limit });

describe('the uses of a day', () => {
  it('are no more than the limit, also with many requests at once', async () => {
    const results = await Promise.all(Array.from({ length: 9 }, () => take()));
    expect(results.filter((isTaken) => isTaken)).toHaveLength(3);
    expect(await take()).toBe(false);
  });

  it('are counted per key and per name', async () => {
    for (let times = 0; times < 3; times++) await take();
    expect(await Promise.all([take({ key: '203.0.114.0/24' }), take({ name: 'videos' })])).toEqual([true, true]);
  });

  it('can be taken back', async () => {
    for (let times = 0; times < 3; times++) await take();
    await giveBack(database.db, { name: 'shares', key: '203.0.113.0/24', perDay: 3, now: NOON });
    expect([await take(), await take()]).toEqual([true, false]);
  });

  it('do not count on the next day of UTC, which deletes the day before', async () => {
    for (let times = 0; times < 3; times++) await take({ now: new Date('2026-11-21T23:59:59Z') });
    await take({ name: 'videos' });
    expect(await take({ now: new Date('2026-11-22T00:00:00Z') })).toBe(true);
    const rows = await database.db.selectFrom('daily_counts').select(['name', 'used']).orderBy('name').execute();
    expect(rows).toEqual([
      { name: 'shares', used: 1 },
      { name: 'videos', used: 1 },
    ]);
  });
});

it('the limit is reset at midnight UTC', () => {
  expect(secondsToNextDay(new Date('2026-11-21T23:59:00Z'))).toBe(60);
  expect(secondsToNextDay(new Date('2026-11-22T00:00:00Z'))).toBe(86_400);
});
