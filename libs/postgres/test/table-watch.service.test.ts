import { join } from 'node:path';
import { silentLogger } from '@reelwright/logger';
import { createTcpProxy, createTestDatabase, eventually, type TcpProxy } from '@reelwright/testing';
import pg from 'pg';
import { createTableWatch, loadMigrations, runMigrations, type TableWatch } from '../src/index.ts';

let url: string;
let dropDatabase: () => Promise<void>;
let pool: pg.Pool;
let proxy: TcpProxy;
let watch: TableWatch;
let notified: number;
let moved: () => void;

const countNotification = () => void notified++;

beforeEach(async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (database: string) => runMigrations({ url: database, migrations, logger: silentLogger });
  ({ url, drop: dropDatabase } = await createTestDatabase({ name: 'watch', migrate }));
  pool = new pg.Pool({ connectionString: url });
  await pool.query('create table jobs (id int)');
  await pool.query(
    'create trigger notify_change after insert or update on jobs for each row execute function notify_change()',
  );
  proxy = await createTcpProxy(url);
  notified = 0;
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
  await closePool();
  await dropDatabase();
});

/** The promise of `end` does not wait for the end of idle connections, and dropping the database would end them with an error. */
async function closePool(): Promise<void> {
  let open = pool.totalCount;
  const closed = new Promise<void>((resolve) => {
    pool.on('remove', () => --open === 0 && resolve());
    if (open === 0) resolve();
  });
  await pool.end();
  await closed;
}

/** The notifications that another connection receives. */
async function listen(): Promise<{ received: string[]; client: pg.Client }> {
  // Not from the pool, which would not wait for its end before the database is dropped.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const received: string[] = [];
  client.on('notification', ({ payload = '' }) => received.push(payload));
  await client.query('listen table_changed');
  return { received, client };
}

describe('a watcher of a table', () => {
  it.each(['insert into jobs values (2)', 'update jobs set id = 3'])('is notified of %j, once', async (statement) => {
    await pool.query('insert into jobs values (1)');
    expect(await watch.begin('jobs', countNotification)).toBe(true);
    await pool.query(statement);
    await pool.query(statement);
    await eventually(() => expect(notified).toBe(1));
  });

  it('is not notified of a statement that changed no row', async () => {
    const { received, client } = await listen();
    await watch.begin('jobs', countNotification);
    await pool.query('update jobs set id = 3');
    await client.query('select 1');
    expect(received).toEqual([]);
    await client.end();
  });

  it('is notified when the change is committed', async () => {
    await watch.begin('jobs', countNotification);
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query('insert into jobs values (1)');
    await pool.query('select 1');
    expect(notified).toBe(0);
    await writer.query('commit');
    await eventually(() => expect(notified).toBe(1));
    writer.release();
  });

  it('cannot begin while a transaction changes the table: the change would be missed', async () => {
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query('insert into jobs values (1)');
    expect(await watch.begin('jobs', countNotification)).toBe(false);
    await writer.query('commit');
    writer.release();
    expect(await watch.begin('jobs', countNotification)).toBe(true);
  });

  it('cannot begin while another process waits, which is notified', async () => {
    const other = createTableWatch({ url: proxy.url, logger: silentLogger, clock: { onMove: () => undefined } });
    await other.start();
    expect(await other.begin('jobs', countNotification)).toBe(true);
    expect(await watch.begin('jobs', () => undefined)).toBe(false);
    await pool.query('insert into jobs values (1)');
    await eventually(() => expect(notified).toBe(1));
    await other.stop();
  });

  it('is notified when the clock moves', async () => {
    await watch.begin('jobs', countNotification);
    moved();
    expect(notified).toBe(1);
    expect(await watch.begin('jobs', countNotification)).toBe(true);
  });

  it('is notified when the connection is lost, and can wait again once it is back', async () => {
    await watch.begin('jobs', countNotification);
    proxy.disable();
    await eventually(() => expect(notified).toBe(1));
    expect(await watch.begin('jobs', countNotification)).toBe(false);
    proxy.enable();
    await eventually(async () => expect(await watch.begin('jobs', countNotification)).toBe(true));
    await pool.query('insert into jobs values (1)');
    await eventually(() => expect(notified).toBe(2));
  });
});

describe('a change', () => {
  it('is not notified while no process waits: commits that notify run one after another on the whole server', async () => {
    const { received, client } = await listen();
    await pool.query('insert into jobs values (1)');
    await watch.begin('jobs', countNotification);
    watch.end('jobs');
    await eventually(async () => expect(await watch.begin('jobs', countNotification)).toBe(true));
    watch.end('jobs');
    await eventually(async () => {
      const { rows } = await pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(rows).toEqual([]);
    });
    await pool.query('insert into jobs values (2)');
    await client.query('select 1');
    expect(received).toEqual([]);
    await client.end();
  });

  it('never waits for another change, nor for a watcher', async () => {
    await watch.begin('jobs', countNotification);
    const writers = await Promise.all([1, 2, 3].map(() => pool.connect()));
    for (const writer of writers) {
      await writer.query('begin');
      await writer.query(`set local lock_timeout = '1ms'`);
      await writer.query('insert into jobs values (1)');
    }
    for (const writer of writers) await writer.query('commit');
    await eventually(() => expect(notified).toBe(1));
    for (const writer of writers) writer.release();
  });
});
