import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlistedWriters, writesOf } from '../src/table-writers.ts';

describe('the tables a source writes', () => {
  it.each([
    ["trx.insertInto('posts').values(row)", ['posts']],
    ["trx.updateTable('posts as p').set(row)", ['posts']],
    ['trx\n.deleteFrom(\n  "posts")', ['posts']],
    ['sql`with gone as (delete from posts where true) insert into old_posts select 1`', ['posts', 'old_posts']],
    ['sql`update posts p set state = 1`', ['posts']],
    ['trx.deleteFrom(table)', [undefined]],
    ['sql`insert into $' + '{sql.table(table)} values (1)`', [undefined]],
    ["db.selectFrom('posts').forUpdate()", []],
    ['sql`insert into posts values (1) on conflict (id) do update set state = 1`', ['posts']],
    ['sql`select 1 from posts for update of posts skip locked`', []],
    ['sql`select 1 from posts for update nowait`', []],
    ["trx.updateTable<'posts'>('posts').set(row)", ['posts']],
    ["trx?.['updateTable']('posts')", ['posts']],
    ['const change = trx.updateTable.bind(trx)', [undefined]],
    ["const change = trx['updateTable']", [undefined]],
    ['const { deleteFrom } = trx', [undefined]],
    ["const change: keyof Db = 'insertInto'", [undefined]],
    ['sql`update /* all */ posts set state = 1`', ['posts']],
    ['sql`delete -- all\nfrom posts`', ['posts']],
    ['sql`update"posts" set state = 1`', ['posts']],
    ["sql.raw('update posts set state = 1')", ['posts']],
    ['// trx.updateTable(it) is an update of a row', []],
  ])('%s', (source, tables) => {
    expect(writesOf(source)).toEqual({ tables, isSchema: false });
  });
});

describe('a table as a whole', () => {
  it.each([
    'sql`alter table posts disable trigger all`',
    'sql`truncate posts`',
    'sql`create temporary table old_posts (id text)`',
    'sql`create /* new */ table posts (id text)`',
    "db.schema.dropTable('posts')",
  ])('is changed by %s', (source) => {
    expect(writesOf(source)).toEqual({ tables: [], isSchema: true });
  });
});

describe('a table with one writer', () => {
  const root = mkdtempSync(join(tmpdir(), 'reelwright-writers-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const write = (name: string, source: string) => writeFileSync(join(root, 'services/posts/src', name), source);
  const problems = (file: string) => unlistedWriters(root, 'services/posts', { posts: [file] });

  it('is written only by the file that is named', () => {
    mkdirSync(join(root, 'services/posts/src'), { recursive: true });
    write('post.repository.ts', "trx.insertInto('posts'); sql`select 1 from posts for update skip locked`");
    write('read-posts.ts', "db.selectFrom('posts')");
    expect(problems('post.repository.ts')).toEqual([]);
    write('retry.ts', "trx.updateTable('posts')");
    expect(problems('post.repository.ts')).toEqual([
      'services/posts/src/retry.ts writes posts: only post.repository.ts may',
    ]);
    expect(problems('retry.ts')).toEqual(['services/posts/src/post.repository.ts writes posts: only retry.ts may']);
    write('retry.ts', "trx.updateTable('old_posts')");
    expect(problems('post.repository.ts')).toEqual([
      'services/posts/src/retry.ts writes old_posts, which deploy/local/rules/writers.ts does not list',
    ]);
    write('retry.ts', 'sql`truncate posts`');
    expect(problems('post.repository.ts')).toEqual([
      'services/posts/src/retry.ts changes or empties a whole table: only a migration may',
    ]);
    write('retry.ts', '');
    expect(problems('retry.ts')).toContain(
      'deploy/local/rules/writers.ts: services/posts/src/retry.ts does not write posts',
    );
  });

  it('is reported in a service that has no list', () => {
    expect(unlistedWriters(root, 'services/posts', undefined)).toEqual([
      'services/posts/src/post.repository.ts writes posts, which deploy/local/rules/writers.ts does not list',
    ]);
  });
});
