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
