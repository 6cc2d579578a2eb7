import { createTestDatabase } from '@reelwright/testing';
import pg from 'pg';
import { fillTable } from '../src/index.ts';

const SCHEMA = `
  create table videos (id integer primary key, place integer unique deferrable initially deferred);
  create table posts (video_id integer constraint posts_video_id_fkey references videos (id), state text);
  create index posts_state_idx on posts (state) where state <> 'posted'`;

const DEFINITIONS = `
  select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid in ('videos'::regclass, 'posts'::regclass)
   union all select indexdef from pg_indexes where tablename in ('videos', 'posts')
   order by 1`;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase({ name: 'fill' });
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query(SCHEMA);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a filled table and the tables that refer to it have their indexes and constraints', async () => {
  const before = await pool.query(DEFINITIONS);

  await fillTable(pool, 'videos', 'insert into videos select n, n from generate_series(1, 1000) n');
  await fillTable(pool, 'posts', `insert into posts select n, 'waiting' from generate_series(1, 1000) n`);

  const { rows } = await pool.query(
    'select (select count(*) from videos) as videos, (select count(*) from posts) as posts',
  );
  expect(rows).toEqual([{ videos: '1000', posts: '1000' }]);
  expect((await pool.query(DEFINITIONS)).rows).toEqual(before.rows);
});

test('a table that could not be filled is as it was, and the connection can be used', async () => {
  const before = await pool.query(DEFINITIONS);

  await expect(fillTable(pool, 'videos', 'insert into videos select 1, 1 from nowhere')).rejects.toThrow('nowhere');

  expect((await pool.query(DEFINITIONS)).rows).toEqual(before.rows);
});
