import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@reelwright/testing';
import { brokenRules } from '../src/migration-rules.ts';
import { newMigrations, runInScratch } from '../src/new-migrations.ts';

const root = mkdtempSync(join(tmpdir(), 'reelwright-migrations-'));
const folder = join(root, 'services/posts/migrations');
afterAll(() => rmSync(root, { recursive: true }));

function write(name: string, up: string, rest = ''): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.ts`), `export const up = (db) => ${up}.execute();\n${rest}`);
}

it('the rules are applied to what new migrations send to a scratch database', async () => {
  write('0001-create-posts', `db.schema.createTable('posts').addColumn('notes', 'text')`);
  write('0002-drop-notes', `db.schema.alterTable('posts').dropColumn('notes')`);
  write(
    '0003-add-kind',
    `db.schema.alterTable('posts').addColumn('kind', 'text', (kind) => kind.notNull())`,
    `export const accepted = { 'required-column': 'Nothing inserts rows into this table yet.' };`,
  );
  const names = await newMigrations(root, 'services/posts', { 'services/posts': '0001' });
  expect(names).toEqual(['0002-drop-notes', '0003-add-kind']);

  const { url, drop } = await createTestDatabase({ name: 'scratch' });
  const run = await runInScratch(url, folder, names);
  expect(run.map(({ statements }) => statements.map(({ sql }) => sql))).toEqual([
    ['alter table "posts" drop column "notes"'],
    ['alter table "posts" add column "kind" text not null'],
  ]);
  expect(await Promise.all(run.map(brokenRules))).toEqual([[expect.stringContaining('[drop]')], []]);
  await drop();
});

it('a migration is checked with the values it sent and the primary keys it found', async () => {
  rmSync(folder, { recursive: true });
  write('0001-create-days', `db.schema.createTable('days').addColumn('day', 'date', (day) => day.primaryKey())`);
  write('0002-change-a-day', `db.deleteFrom('days').where('day', '=', '2026-01-01')`);
  write('0003-move-key', `db.schema.createTable('keys').addColumn('a', 'integer').addPrimaryKeyConstraint('k', ['a'])`);
  const { url, drop } = await createTestDatabase({ name: 'scratch' });
  const run = await runInScratch(url, folder, ['0001-create-days', '0002-change-a-day', '0003-move-key']);
  const days = { days: ['day'], 'public.days': ['day'] };
  expect(run).toMatchObject([
    { primaryKeys: {} },
    { primaryKeys: days, statements: [{ parameters: ['2026-01-01'] }] },
    { primaryKeys: days },
  ]);
  expect(await Promise.all(run.map(brokenRules))).toEqual([[], [], []]);
  await drop();
});

it('a migration is refused if a part of it did not run without rows', async () => {
  rmSync(folder, { recursive: true });
  write('0001-create-visits', `db.schema.createTable('visits').addColumn('at', 'date')`);
  const branches: Record<string, string> = {
    '0002-if': `if (rows.length > 0) await drop(db)`,
    '0003-return': `if (rows.length === 0) return; await drop(db)`,
    '0004-loop': `for (const row of rows) await drop(db)`,
    '0005-map': `await Promise.all(rows.map(() => drop(db)))`,
    '0006-and': `rows.length > 0 && (await drop(db))`,
    '0007-choice': `await (rows.length > 0 ? drop(db) : undefined)`,
  };
  const rest = `const drop = (db) => db.schema.dropTable('visits').execute();`;
  for (const [name, branch] of Object.entries(branches))
    writeFileSync(
      join(folder, `${name}.ts`),
      `export async function up(db) {\n const rows = await db.selectFrom('visits').selectAll().execute();\n ${branch};\n}\n${rest}`,
    );
  writeFileSync(
    join(folder, '0008-batches.ts'),
    `export const transaction = false;
    export async function up(db) {
      for (let changed = true; changed; ) {
        changed = false;
        const batch = await db.deleteFrom('visits').where('at', 'is', null).executeTakeFirst();
        changed ||= batch.numDeletedRows > 0n;
      }
    }`,
  );
  const names = [...Object.keys(branches), '0008-batches'];
  const { url, drop } = await createTestDatabase({ name: 'scratch' });
  const run = await runInScratch(url, folder, names);
  const problems = await Promise.all(run.map(brokenRules));
  const refused = problems.map((each) => each.some((problem) => problem.endsWith('[not-run]')));
  expect(Object.fromEntries(names.map((name, index) => [name, refused[index]]))).toEqual({
    ...Object.fromEntries(Object.keys(branches).map((name) => [name, true])),
    '0008-batches': false,
  });
  await drop();
});
