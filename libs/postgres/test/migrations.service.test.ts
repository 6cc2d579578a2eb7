import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, silentLogger } from '@reelwright/logger';
import { createTestDatabase, eventually } from '@reelwright/testing';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import {
  createDatabase,
  type Database,
  isSchemaBehind,
  loadMigrations,
  runMigrations,
  setRoleLimits,
} from '../src/index.ts';

let url: string;
let dropDatabase: () => Promise<void>;
let database: Database<unknown>;

beforeEach(async () => {
  const created = await createTestDatabase({ name: 'migrations' });
  ({ url, drop: dropDatabase } = created);
  database = createDatabase<unknown>({ url, logger: silentLogger, applicationName: 'migrations test' });
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

/** The URL of a login role that works as another one. */
function withRole(address: string, role: string): string {
  const result = new URL(address);
  result.searchParams.set('options', `-c role=${role}`);
  return result.href;
}

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

  it.each([
    ['their role', () => url],
    ['a second login role', () => withRole(url, new URL(url).username)],
  ])('may take longer than the time limits of %s', async (_role, urlOf) => {
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
    await runMigrations({ url: urlOf(), migrations: { '0001-long': { up } }, logger: silentLogger });
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

/** A transaction of another process, on a connection of its own. */
async function begin(...statements: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  return { commit: () => client.query('commit').finally(() => client.end()) };
}

/** A logger, and the messages it got. */
function recordingLogger() {
  const messages: string[] = [];
  const info = (first: unknown, second?: string) => void messages.push(second ?? String(first));
  return { messages, logger: { ...silentLogger, info } as Logger };
}

const run = (
  migrations: Parameters<typeof runMigrations>[0]['migrations'],
  logger: Logger = silentLogger,
  address = url,
) => runMigrations({ url: address, migrations, logger });
const createNotes = async (db: Kysely<unknown>) => {
  await sql`create table notes (id int, kind text)`.execute(db);
  await sql`insert into notes values (1, 'a'), (2, 'a')`.execute(db);
};
const indexes = async () => {
  const { rows } = await sql<{
    name: string;
    valid: boolean;
  }>`select indexrelid::regclass::text as name, indisvalid as valid
    from pg_index where indrelid = 'notes'::regclass`.execute(database.db);
  return rows;
};
const addIndex = {
  transaction: false,
  up: async (db: Kysely<unknown>) => {
    await sql`set lock_timeout = 0`.execute(db);
    await sql`create unique index concurrently if not exists notes_kind_idx on notes (kind)`.execute(db);
  },
};

describe('each migration', () => {
  it('is a transaction of its own: those before a failed one stay', async () => {
    const failing = { up: async () => Promise.reject(new Error('no such type')) };
    await expect(run({ '0001-notes': { up: createNotes }, '0002-failing': failing })).rejects.toThrow('no such type');
    expect(await tables()).toEqual(['notes']);
    const xids: string[] = [];
    const up = async (db: Kysely<unknown>) => {
      const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(db);
      xids.push(rows[0]?.xid ?? '');
    };
    await run({ '0001-notes': { up: createNotes }, '0002-a': { up }, '0003-b': { up } });
    expect(new Set(xids).size).toBe(2);
  });

  it('that waits for a lock lets requests pass, and is applied once the lock is free', async () => {
    await run({ '0001-notes': { up: createNotes } });
    const reader = await begin('select * from notes');
    const addColumn = {
      up: async (db: Kysely<unknown>) => void (await sql`alter table notes add column at date`.execute(db)),
    };
    const { messages, logger } = recordingLogger();
    const migrated = run({ '0001-notes': { up: createNotes }, '0002-add-at': addColumn }, logger);
    for (const count of [1, 2]) {
      await eventually(() => expect(messages.filter((text) => text.includes('starts again'))).toHaveLength(count));
      await sql`insert into notes values (3, 'b')`.execute(database.db);
    }
    await reader.commit();
    await migrated;
    const { rows } = await sql`select id, at from notes where id = 3`.execute(database.db);
    expect(rows).toEqual([
      { id: 3, at: null },
      { id: 3, at: null },
    ]);
  }, 20_000);

  it.each([
    ['its role', () => url],
    ['a second login role', () => withRole(url, new URL(url).username)],
  ])('has the short lock timeout again after one that has changed it, as %s', async (_role, urlOf) => {
    const timeouts: string[] = [];
    const up = async (db: Kysely<unknown>) => {
      const { rows } = await sql<{ value: string }>`select current_setting('lock_timeout') as value`.execute(db);
      timeouts.push(rows[0]?.value ?? '');
    };
    const unlimited = {
      transaction: false,
      up: async (db: Kysely<unknown>) => void (await sql`set lock_timeout = 0`.execute(db)),
    };
    await run({ '0001-a': { up }, '0002-b': unlimited, '0003-c': { up } }, silentLogger, urlOf());
    expect(timeouts).toEqual(['500ms', '500ms']);
  });
});

describe('an index that is created concurrently', () => {
  it('is created again after a failure, which leaves no invalid one', async () => {
    const migrations = { '0001-notes': { up: createNotes }, '0002-index': addIndex };
    await expect(run(migrations)).rejects.toThrow('could not create unique index');
    expect(await indexes()).toEqual([]);
    await sql`delete from notes where id = 2`.execute(database.db);
    await run(migrations);
    expect(await indexes()).toEqual([{ name: 'notes_kind_idx', valid: true }]);
  });

  it('is created again after the process died half-way', async () => {
    await run({ '0001-notes': { up: createNotes } });
    await expect(addIndex.up(database.db)).rejects.toThrow();
    expect(await indexes()).toEqual([{ name: 'notes_kind_idx', valid: false }]);
    await sql`delete from notes where id = 2`.execute(database.db);
    await run({ '0001-notes': { up: createNotes }, '0002-index': addIndex });
    expect(await indexes()).toEqual([{ name: 'notes_kind_idx', valid: true }]);
  });

  it('waits for older transactions while a second migrate command waits for the first', async () => {
    await run({ '0001-notes': { up: createNotes } });
    await sql`delete from notes where id = 2`.execute(database.db);
    const older = await begin('select pg_current_xact_id()', "insert into notes values (5, 'e')");
    const migrations = { '0001-notes': { up: createNotes }, '0002-index': addIndex };
    const first = run(migrations);
    await eventually(async () => expect(await indexes()).toEqual([{ name: 'notes_kind_idx', valid: false }]));
    const { messages, logger } = recordingLogger();
    const second = run(migrations, logger);
    await eventually(() => expect(messages).toContain('another migrate command is running; this one waits for it'));
    await older.commit();
    await Promise.all([first, second]);
    expect(await indexes()).toEqual([{ name: 'notes_kind_idx', valid: true }]);
    expect(messages).toHaveLength(1);
  }, 20_000);
});

describe('an older release', () => {
  it('leaves a database alone that a newer one has migrated', async () => {
    const older = { '0001-notes': { up: createNotes }, 'queue/0001-a': { up: async () => undefined } };
    const newer = { '0002-index': { up: async () => undefined }, 'queue/0002-b': { up: async () => undefined } };
    await run({ ...older, ...newer });
    await run(older);
    const { rows } = await sql`select name from kysely_migration order by name`.execute(database.db);
    expect(rows).toEqual([{ name: '0001-notes' }, { name: '0002-index' }]);
  });
});

describe('a schema', () => {
  const folder = join(import.meta.dirname, '../migrations');

  it('is behind while a migration of the code has not run, and not when it is newer', async () => {
    expect(await isSchemaBehind(database.db, folder)).toBe(true);
    await run({ '0000-older': { up: async () => undefined } });
    expect(await isSchemaBehind(database.db, folder)).toBe(true);
    const migrations = await loadMigrations(folder);
    await run({ '0000-older': { up: async () => undefined }, ...migrations });
    expect(await isSchemaBehind(database.db, folder)).toBe(false);
    await run({
      '0000-older': { up: async () => undefined },
      ...migrations,
      '9999-newer': { up: async () => undefined },
    });
    expect(await isSchemaBehind(database.db, folder)).toBe(false);
  });
});

describe('the limits of a role', () => {
  const limits = [
    { name: 'idle_in_transaction_session_timeout', setting: '5000' },
    { name: 'lock_timeout', setting: '5000' },
    { name: 'statement_timeout', setting: '15000' },
    { name: 'transaction_timeout', setting: '30000' },
  ];
  let role: string;
  beforeEach(async () => {
    role = new URL(url).pathname.slice(1);
    await sql`create role ${sql.id(role)} login password 'secret'`.execute(database.db);
  });
  afterEach(() => sql`drop role ${sql.id(role)}`.execute(database.db));

  const login = (username: string) => Object.assign(new URL(url), { username, password: 'secret' }).href;
  async function limitsOfNewConnection(address: string) {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const { rows } = await client.query(
      `select name, setting from pg_settings where name like '%timeout' and source = 'user' order by 1`,
    );
    await client.end();
    return rows;
  }

  it('are set by the role itself, as often as wanted, and apply to its new connections', async () => {
    const own = login(role);
    await Promise.all([setRoleLimits(own), setRoleLimits(own)]);
    await setRoleLimits(own);
    expect(await limitsOfNewConnection(own)).toEqual(limits);
  });

  it('are set for a second role that logs in and works as the first', async () => {
    const second = `${role}_2`;
    await sql`create role ${sql.id(second)} login password 'secret' in role ${sql.id(role)}`.execute(database.db);
    try {
      const address = withRole(login(second), role);
      await setRoleLimits(address);
      expect(await limitsOfNewConnection(address)).toEqual(limits);
      expect(await limitsOfNewConnection(login(role))).toEqual([]);
    } finally {
      await sql`drop role ${sql.id(second)}`.execute(database.db);
    }
  });
});
