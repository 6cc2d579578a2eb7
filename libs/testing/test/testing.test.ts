import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createIdentityVerifier } from '@reelwright/identity';
import pg from 'pg';
import {
  checkedTexts,
  createTestDatabase,
  createTestIdentity,
  createTestTopics,
  eventually,
  membersOf,
  underLoad,
} from '../src/index.ts';
import { migratedTemplate } from '../src/migrated-template.ts';

describe('eventually', () => {
  it('returns what the assertion returns, once it holds', async () => {
    let tries = 0;
    const value = await eventually(
      () => {
        if (++tries < 3) throw new Error('not yet');
        return tries;
      },
      { everyMs: 1 },
    );
    expect(value).toBe(3);
  });

  it('throws the last failure when it never holds', async () => {
    let tries = 0;
    const never = () => Promise.reject(new Error(`try ${++tries}`));
    // Long enough that a busy machine does not delay the first try until its end.
    await expect(eventually(never, { timeoutMs: 500, everyMs: 5 })).rejects.toThrow(/^try \d+$/);
    expect(tries).toBeGreaterThan(1);
  });
});

describe('requests under load', () => {
  it('are made whole once more, however short the work is, and once after it', async () => {
    const states: string[] = [];
    let state = 'before';
    const slow = async () => {
      const begun = state;
      await nextTurn();
      states.push(begun);
    };
    const quick = async () => {};
    await underLoad([slow, quick], async (onceMore) => {
      state = 'during';
      await onceMore();
      state = 'after';
    });
    expect(new Set(states)).toEqual(new Set(['before', 'during', 'after']));
  });

  it('end with the first failure, also while the work waits for them', async () => {
    const failing = () => Promise.reject(new Error('refused'));
    await expect(underLoad([failing, async () => {}], (onceMore) => onceMore())).rejects.toThrow('refused');
  });
});

it('each test database is empty, migrated, and gone when dropped, even with an open connection', async () => {
  const migrate = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table things (id int)');
    await client.end();
  };
  const [one, other] = await Promise.all([1, 2].map(() => createTestDatabase({ name: 'a-name', migrate })));
  expect(one?.url).not.toBe(other?.url);
  const inside = new pg.Client({ connectionString: one?.url });
  inside.on('error', () => undefined);
  await inside.connect();
  expect((await inside.query('select * from things')).rows).toEqual([]);
  await one?.drop();
  await other?.drop();
  await expect(new pg.Client({ connectionString: one?.url }).connect()).rejects.toThrow('does not exist');
});

it('the template of migrations is made once for each state of the files, also for two calls at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'template-'));
  const create = (file: string, table: string) =>
    writeFileSync(
      join(folder, file),
      `export const up = (db) => db.schema.createTable('${table}').addColumn('id', 'integer').execute();\n`,
    );
  // No other run has a template of these files.
  const table = `things_${Date.now()}`;
  create('0001-a.ts', table);
  const [first, again] = await Promise.all([migratedTemplate(folder), migratedTemplate(folder)]);
  expect(again).toBe(first);
  create('0002-b.ts', 'others');
  const changed = await migratedTemplate(folder);
  expect(changed).not.toBe(first);

  const copy = await createTestDatabase({ name: 'copy', template: changed });
  const client = new pg.Client({ connectionString: copy.url });
  await client.connect();
  expect((await client.query(`select * from ${table}, others`)).rows).toEqual([]);
  for (const name of [first, changed]) await client.query(`drop database ${name}`);
  await client.end();
  await copy.drop();
  rmSync(folder, { recursive: true });
});

it('test topics have a prefix of their own and can be dropped', async () => {
  const topics = await createTestTopics(['a.v1', 'b.v1']);
  const admin = topics.kafka.admin();
  await admin.connect();
  const mine = async () => (await admin.listTopics()).filter((name) => name.startsWith(topics.prefix)).sort();
  expect(await mine()).toEqual([`${topics.prefix}a.v1`, `${topics.prefix}b.v1`]);
  await topics.drop();
  await eventually(async () => expect(await mine()).toEqual([]));
  await admin.disconnect();
});

it('test identities are accepted by the real verifier', async () => {
  const identity = await createTestIdentity(['billing']);
  const verifier = createIdentityVerifier({ jwksFile: identity.jwksFile });
  expect(await verifier.verify((await identity.asUser('u1'))['x-auth-identity'], 'billing')).toMatchObject({
    userId: 'u1',
  });
  expect(await verifier.verify(await identity.asService('billing', 'auth', 'u2'), 'auth')).toMatchObject({
    service: 'billing',
    userId: 'u2',
  });
  identity.remove();
});

it('lists the texts that a check constraint allows', async () => {
  const migrate = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`create table things (state text constraint things_state_check check (state in ('b', 'a')),
                                             size int constraint things_size_check check (size in (1, 2)))`);
    await client.end();
  };
  const database = await createTestDatabase({ name: 'checks', migrate });
  expect(await checkedTexts(database.url)).toEqual({ things_state_check: ['a', 'b'] });
  await database.drop();
  expect(membersOf<'b' | 'a'>({ b: true, a: true })).toEqual(['a', 'b']);
});
