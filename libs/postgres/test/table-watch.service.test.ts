import { join } from 'node:path';
import { silentLogger } from '@reelwright/logger';
import { createTcpProxy, createTestDatabase, eventually, type TcpProxy } from '@reelwright/testing';
import pg from 'pg';
import { createTableWatch, loadMigrations, runMigrations, type TableWatch } from '../src/index.ts';

let url: string;
let dropped: () => Promise<void>;
let pool: pg.Pool;
let proxy: TcpProxy;
let watch: TableWatch;
let told: number;
let moved: () => void;

const tell = () => void told++;

beforeEach(async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (database: string) => runMigrations({ url: database, migrations, logger: silentLogger });
  ({ url, drop: dropped } = await createTestDatabase({ name: 'watch', migrate }));
  pool = new pg.Pool({ connectionString: url });
  await pool.query('create table jobs (id int)');
  await pool.query(
    'create trigger notify_change after insert or update on jobs for each row execute function notify_change()',
  );
  proxy = await createTcpProxy(url);
  told = 0;
  const clock = {
    onMove: (listener: () => void) => {
      moved = listener;
    },
  };
  watch = createTableWatch({ url: proxy.url, logger: silentLogger, clock });
  await watch.start();
});
afterEach(async () => {
  await watch.stop();
  proxy.stop();
  await pool.end();
  await dropped();
});

/** What connections heard, whoever they wait for. */
async function listen(): Promise<{ heard: string[]; client: pg.Client }> {
  // Not of the pool, which would not wait for its end: the database is dropped after it, and with it who is connected.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.query('listen table_changed');
  return { heard, client };
}

describe('who waits for a table', () => {
  it.each(['insert into jobs values (2)', 'update jobs set id = 3'])('is told of %j, once', async (statement) => {
    await pool.query('insert into jobs values (1)');
    expect(await watch.begin('jobs', tell)).toBe(true);
    await pool.query(statement);
    await pool.query(statement);
    await eventually(() => expect(told).toBe(1));
  });

  it('is not told of a statement that changed no row', async () => {
    const { heard, client } = await listen();
    await watch.begin('jobs', tell);
    await pool.query('update jobs set id = 3');
    await client.query('select 1');
    expect(heard).toEqual([]);
    await client.end();
  });

  it('is told when the change is committed', async () => {
    await watch.begin('jobs', tell);
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query('insert into jobs values (1)');
    await pool.query('select 1');
    expect(told).toBe(0);
    await writer.query('commit');
    await eventually(() => expect(told).toBe(1));
    writer.release();
  });

  it('cannot begin while somebody changes it: the change would be missed', async () => {
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query('insert into jobs values (1)');
    expect(await watch.begin('jobs', tell)).toBe(false);
    await writer.query('commit');
    writer.release();
    expect(await watch.begin('jobs', tell)).toBe(true);
  });

  it('cannot begin while another process waits, which is told', async () => {
    const other = createTableWatch({ url: proxy.url, logger: silentLogger, clock: { onMove: () => undefined } });
    await other.start();
    expect(await other.begin('jobs', tell)).toBe(true);
    expect(await watch.begin('jobs', () => undefined)).toBe(false);
    await pool.query('insert into jobs values (1)');
    await eventually(() => expect(told).toBe(1));
    await other.stop();
  });

  it('is told when the clock moves', async () => {
    await watch.begin('jobs', tell);
    moved();
    expect(told).toBe(1);
    expect(await watch.begin('jobs', tell)).toBe(true);
  });

  it('is told when the connection is lost, and can wait again once it is back', async () => {
    await watch.begin('jobs', tell);
    proxy.disable();
    await eventually(() => expect(told).toBe(1));
    expect(await watch.begin('jobs', tell)).toBe(false);
    proxy.enable();
    await eventually(async () => expect(await watch.begin('jobs', tell)).toBe(true));
    await pool.query('insert into jobs values (1)');
    await eventually(() => expect(told).toBe(2));
  });
});

describe('a change', () => {
  it('notifies nobody when nobody waits: commits that notify take turns on the whole server', async () => {
    const { heard, client } = await listen();
    await pool.query('insert into jobs values (1)');
    await watch.begin('jobs', tell);
    watch.end('jobs');
    await eventually(async () => expect(await watch.begin('jobs', tell)).toBe(true));
    watch.end('jobs');
    await eventually(async () => {
      const { rows } = await pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(rows).toEqual([]);
    });
    await pool.query('insert into jobs values (2)');
    await client.query('select 1');
    expect(heard).toEqual([]);
    await client.end();
  });

  it('never waits for another, nor for who waits for it', async () => {
    await watch.begin('jobs', tell);
    const writers = await Promise.all([1, 2, 3].map(() => pool.connect()));
    for (const writer of writers) {
      await writer.query('begin');
      await writer.query(`set local lock_timeout = '1ms'`);
      await writer.query('insert into jobs values (1)');
    }
    for (const writer of writers) await writer.query('commit');
    await eventually(() => expect(told).toBe(1));
    for (const writer of writers) writer.release();
  });
});
