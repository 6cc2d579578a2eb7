import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@reelwright/logger';
import { createTestDatabase } from '@reelwright/testing';
import { type Kysely, sql } from 'kysely';
import {
  createDatabase,
  type Database,
  DatabaseUnavailable,
  isUniqueViolation,
  loadMigrations,
  runMigrations,
} from '../src/index.ts';

interface Tables {
  people: { id: number; name: string; email: string };
}

let url: string;
let dropDatabase: () => Promise<void>;
let database: Database<Tables>;

beforeEach(async () => {
  const created = await createTestDatabase({ name: 'postgres' });
  ({ url, drop: dropDatabase } = created);
  database = createDatabase<Tables>({ url, logger: silentLogger, applicationName: 'postgres test', poolSize: 3 });
});
afterEach(async () => {
  await database.stop();
  await dropDatabase();
});

const tables = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(database.db);
  return rows.map(({ name }) => name);
};

describe('a second login role', () => {
  it('works as the owner with a password of its own, so that passwords are replaced while both are in use', async () => {
    const owner = `owner_${randomBytes(5).toString('hex')}`;
    const admin = new URL(url);
    const name = admin.pathname.slice(1);
    const login = (role: string, options = '') => {
      const address = new URL(url);
      address.username = role;
      address.password = `password of ${role}`;
      if (options) address.searchParams.set('options', options);
      return createDatabase<Tables>({ url: address.href, logger: silentLogger, applicationName: role, poolSize: 1 });
    };
    await sql`create role ${sql.id(owner)} login password ${sql.lit(`password of ${owner}`)}`.execute(database.db);
    await sql`alter database ${sql.id(name)} owner to ${sql.id(owner)}`.execute(database.db);
    await sql`revoke connect on database ${sql.id(name)} from public`.execute(database.db);
    await sql`create role ${sql.id(`${owner}_2`)} login password ${sql.lit(`password of ${owner}_2`)} in role ${sql.id(owner)}`.execute(
      database.db,
    );
    const [first, second] = [login(owner), login(`${owner}_2`, `-c role=${owner}`)];
    try {
      await sql`create table people (id int, name text, email text)`.execute(second.db);
      await sql`insert into people values (1, 'Ada', 'ada@example.com')`.execute(first.db);
      await sql`alter table people add column age int`.execute(second.db);
      const { rows } = await sql<{ owner: string; user: string; login: string }>`
        select tableowner as owner, current_user as user, session_user as login
          from pg_tables where tablename = 'people'`.execute(second.db);
      expect(rows).toEqual([{ owner, user: owner, login: `${owner}_2` }]);
    } finally {
      await Promise.all([first.stop(), second.stop()]);
      await sql`drop table people`.execute(database.db);
      await sql`alter database ${sql.id(name)} owner to current_user`.execute(database.db);
      await sql`drop role ${sql.id(`${owner}_2`)}, ${sql.id(owner)}`.execute(database.db);
    }
  });
});

describe('migrations', () => {
  const create = (name: string) => ({
    up: async (db: Kysely<unknown>) => {
      await sql`create table ${sql.table(name)} (id int)`.execute(db);
      await sql`insert into ${sql.table(name)} values (1)`.execute(db);
    },
  });

  it('run once each, in the order of their numbers', async () => {
    const order: string[] = [];
    const noted = (name: string) => ({ up: async () => void order.push(name) });
    const first = { '0002-b': noted('b'), '0001-a': noted('a') };
    await runMigrations({ url, migrations: first, logger: silentLogger });
    await runMigrations({ url, migrations: { ...first, '0003-c': noted('c') }, logger: silentLogger });
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('run once when several processes start at the same moment', async () => {
    const migrations = { '0001-a': create('a'), '0002-b': create('b'), '0003-c': create('c') };
    await Promise.all(Array.from({ length: 5 }, () => runMigrations({ url, migrations, logger: silentLogger })));
    expect(await tables()).toEqual(['a', 'b', 'c']);
    const { rows } = await sql<{ count: number }>`select count(*) from c`.execute(database.db);
    expect(rows[0]?.count).toBe(1);
  });

  it('that fail are thrown and leave nothing half done; the next start tries again', async () => {
    const broken = {
      up: async (db: Kysely<unknown>) => {
        await create('half').up(db);
        throw new Error('no such type');
      },
    };
    const good = { '0001-a': create('a') };
    await runMigrations({ url, migrations: good, logger: silentLogger });
    const run = (second: ReturnType<typeof create>) =>
      runMigrations({ url, migrations: { ...good, '0002-b': second }, logger: silentLogger });
    await expect(run(broken)).rejects.toThrow('no such type');
    expect(await tables()).toEqual(['a']);
    await run(create('b'));
    expect(await tables()).toEqual(['a', 'b']);
  });

  it('may take longer than the time limits of their role', async () => {
    await sql`do $$ begin
      execute format('alter database %I set statement_timeout = ''15s''', current_database());
      execute format('alter database %I set transaction_timeout = ''30s''', current_database());
    end $$`.execute(database.db);
    const limits: string[] = [];
    const up = async (db: Kysely<unknown>) => {
      for (const name of ['statement_timeout', 'transaction_timeout']) {
        const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
        limits.push(`${name} ${rows[0]?.value}`);
      }
    };
    await runMigrations({ url, migrations: { '0001-long': { up } }, logger: silentLogger });
    expect(limits).toEqual(['statement_timeout 0', 'transaction_timeout 0']);
  });

  it('of a lib have numbers of their own', async () => {
    const first = { 'queue/0001-a': create('queue_a'), '0001-a': create('a'), '0002-b': create('b') };
    await runMigrations({ url, migrations: first, logger: silentLogger });
    const second = { ...first, 'queue/0002-b': create('queue_b') };
    await runMigrations({ url, migrations: second, logger: silentLogger });
    expect(await tables()).toEqual(['a', 'b', 'queue_a', 'queue_b']);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration_queue order by 1`.execute(
      database.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(['queue/0001-a', 'queue/0002-b']);
  });

  it('are rejected when their number is below one that has run, or when one that has run is gone', async () => {
    const run = (migrations: Record<string, ReturnType<typeof create>>) =>
      runMigrations({ url, migrations, logger: silentLogger });
    await run({ '0002-b': create('b') });
    await expect(run({ '0001-a': create('a'), '0002-b': create('b') })).rejects.toThrow('0002-b');
    await expect(run({ '0003-c': create('c') })).rejects.toThrow('0002-b is missing');
    expect(await tables()).toEqual(['b']);
  });

  it('of the libs a package depends on come first, those of the lowest lib before all others', async () => {
    const root = mkdtempSync(join(tmpdir(), 'migrations-'));
    const scope = 'node_modules/@reelwright';
    const add = (path: string, libs: string[], files: string[]) => {
      mkdirSync(join(root, path, 'migrations'), { recursive: true });
      mkdirSync(join(root, path, scope), { recursive: true });
      const dependencies = Object.fromEntries(
        ['kysely', ...libs.map((lib) => `@reelwright/${lib}`)].map((name) => [name, '*']),
      );
      writeFileSync(join(root, path, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
      for (const lib of libs) symlinkSync(join(root, lib), join(root, path, scope, lib));
      for (const file of files) writeFileSync(join(root, path, 'migrations', file), 'export async function up() {}\n');
    };
    add('low', [], ['0001-a.ts']);
    add('plain', [], []);
    add('high', ['plain', 'low'], ['0001-a.ts', '0002-b.ts']);
    add('service', ['high', 'low'], ['0001-a.ts']);
    const found = await loadMigrations(join(root, 'service/migrations'));
    expect(Object.keys(found)).toEqual(['low/0001-a', 'high/0001-a', 'high/0002-b', '0001-a']);
    rmSync(root, { recursive: true });
  });

  it('are read from the numbered files of a folder, and from nothing else in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const name of [
      '0002-add-index.ts',
      '0001-create-users.ts',
      'README.md',
      'notes.ts',
      '0001-create-users.ts.orig',
    ]) {
      writeFileSync(join(folder, name), 'export async function up() {}\n');
    }
    const found = await loadMigrations(folder);
    expect(Object.keys(found)).toEqual(['0001-create-users', '0002-add-index']);
    expect(found['0001-create-users']?.up).toBeInstanceOf(Function);
    rmSync(folder, { recursive: true });
  });
});

describe('a database', () => {
  beforeEach(async () => {
    await sql`create table people (id int primary key, name text, email text constraint people_email_key unique)`.execute(
      database.db,
    );
  });

  it('reads bigint as a number', async () => {
    const { rows } = await sql<{ count: number }>`select count(*), 9007199254740991::bigint as large`.execute(
      database.db,
    );
    expect(rows).toEqual([{ count: 1, large: Number.MAX_SAFE_INTEGER }]);
  });

  it('tells a violated unique constraint from other failures', async () => {
    const person = { id: 1, name: 'Ann', email: 'a@x' };
    await database.db.insertInto('people').values(person).execute();
    const again = (values: typeof person) =>
      database.db
        .insertInto('people')
        .values(values)
        .execute()
        .catch((error: unknown) => error);
    const email = await again({ ...person, id: 2 });
    expect([isUniqueViolation(email), isUniqueViolation(email, 'people_email_key')]).toEqual([true, true]);
    expect(isUniqueViolation(email, 'people_pkey')).toBe(false);
    expect(isUniqueViolation(await again({ ...person, id: 'x' as never }))).toBe(false);
    expect([null, undefined, new Error('x')].map((error) => isUniqueViolation(error))).toEqual([false, false, false]);
  });

  it('survives the loss of its connections, idle and in a transaction, and works on', async () => {
    const kill = async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'postgres test' and datname = current_database() and pid <> pg_backend_pid()`.execute(
        database.db,
      );
      return rows.length;
    };
    const lost = database.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      expect(await kill()).toBeGreaterThan(0);
      await trx.insertInto('people').values({ id: 7, name: 'Bo', email: 'b@x' }).execute();
    });
    await expect(lost).rejects.toThrow();
    expect(await database.db.selectFrom('people').selectAll().execute()).toEqual([]);
  });

  it('fails at its start when no server is reachable', async () => {
    const nowhere = new URL(url);
    nowhere.port = '1';
    const unreachable = createDatabase({ url: nowhere.href, logger: silentLogger, applicationName: 'unreachable' });
    await expect(unreachable.start()).rejects.toThrow();
    await unreachable.stop();
  });
});

describe('without a connection', () => {
  it.each<[string, (to: URL) => void]>([
    ['the server is unavailable', (to) => Object.assign(to, { port: '1' })],
    ['the database is not there', (to) => Object.assign(to, { pathname: '/no_such_database' })],
  ])('a query fails and may be retried: %s', async (_what, change) => {
    const brokenUrl = new URL(url);
    change(brokenUrl);
    const { db, stop } = createDatabase<Tables>({
      url: brokenUrl.href,
      logger: silentLogger,
      applicationName: 'unreachable',
    });
    await expect(db.selectFrom('people').selectAll().execute()).rejects.toThrow(DatabaseUnavailable);
    await stop();
  });
});
