import { join } from 'node:path';
import { SERVICES } from '@reelwright/local/running-stack';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import pg from 'pg';
import { readCatalog } from './catalog.ts';
import { formerMigrations } from './former-migrations.ts';

type Migrations = Awaited<ReturnType<typeof loadMigrations>>;

/** The relations and functions that libs own in a service's database. */
const OF_LIBS = [
  ...['outbox', 'outbox_default', 'outbox_cursor', 'outbox_xid_id_idx', 'outbox_id_seq', 'database_mark'],
  ...['inbox', 'parked_events', 'consumer_positions', 'notify_change', 'database_is_current'],
];
const dropped: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(dropped.map((drop) => drop())));

const migrationsOf = (service: string) =>
  loadMigrations(join(import.meta.dirname, '../../../services', service, 'migrations'));

async function createDatabase(...steps: Migrations[]): Promise<string> {
  const { url, drop } = await createTestDatabase({ name: 'migrations' });
  dropped.push(drop);
  for (const migrations of steps) await runMigrations({ url, migrations, logger });
  return url;
}

/** The new database of a service, which all tests share. */
const fresh = new Map<string, Promise<string>>();
function freshDatabase(service: string): Promise<string> {
  const known = fresh.get(service) ?? migrationsOf(service).then((today) => createDatabase(today));
  fresh.set(service, known);
  return known;
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('a database whose service created the tables of libs itself', () => {
  it.each(SERVICES)('has the schema of a new database after its migration: %s', async (service) => {
    const today = await migrationsOf(service);
    const url = await createDatabase(formerMigrations(service, today));
    await runMigrations({ url, migrations: today, logger });
    await runMigrations({ url, migrations: today, logger });
    expect(await readCatalog(url)).toEqual(await readCatalog(await freshDatabase(service)));
    const recorded = await query<{ name: string }>(url, 'select name from kysely_migration order by name');
    expect(recorded.map(({ name }) => name)).toEqual(Object.keys(today).filter((name) => !name.includes('/')));
  });

  it('keeps its events, their order, its cursor and its positions', async () => {
    const today = await migrationsOf('auth');
    const url = await createDatabase(formerMigrations('auth', today));
    await query(
      url,
      `insert into outbox (topic, key, type, payload, occurred_at)
         select 't', n::text, 'T', json_build_object('n', n), now() from generate_series(1, 3) n;
       update outbox_cursor set (xid, id, said, checked_as) = (select xid, 2, '{"t/0": 7}'::jsonb, 'mark' from outbox limit 1);
       insert into inbox (consumer, event_id) values ('c', gen_random_uuid());
       insert into consumer_positions values ('c', 't', 0, 9)`,
    );
    const read = () =>
      query(
        url,
        `select id, xid::text, event_id::text, payload::jsonb,
                (select jsonb_agg(value order by value) from outbox_cursor c, jsonb_each(to_jsonb(c))) as cursor,
                (select count(*) from inbox) as taken, (select next_offset from consumer_positions) as offset
           from outbox order by xid, id`,
      );
    const before = await read();
    await runMigrations({ url, migrations: today, logger });
    expect(await read()).toEqual(before);
    expect(before).toHaveLength(3);
  });

  it('has the schema of a new database after a migration from any older state', async () => {
    const today = await migrationsOf('analytics');
    const former = Object.entries(formerMigrations('analytics', today)).sort(([a], [b]) => (a < b ? -1 : 1));
    const newest = await readCatalog(await freshDatabase('analytics'));
    for (let count = 1; count < former.length; count++) {
      const url = await createDatabase(Object.fromEntries(former.slice(0, count)), today);
      expect({ count, catalog: await readCatalog(url) }).toEqual({ count, catalog: newest });
    }
  });
});

it('the tables of libs are the same in all services', async () => {
  const catalogs = await Promise.all(
    SERVICES.map(async (service) => readCatalog(await freshDatabase(service), OF_LIBS)),
  );
  expect(new Set(catalogs.map((catalog) => catalog.join('\n'))).size).toBe(1);
  const names = new Set(catalogs[0]?.map((line) => line.slice(0, line.indexOf(':'))));
  expect([...names].sort()).toEqual([...OF_LIBS].sort());
});
