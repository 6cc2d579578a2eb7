import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import pg from 'pg';
import { newColumn } from '../bench/new-column.ts';
import { scheduling } from '../bench/scheduling.ts';

/** Of more pages than three batches have. */
const ROWS = 40_000;
const FILL = '9002-fill-publish-day';

let url: string;
let pool: pg.Pool;
let dropDatabase: () => Promise<void>;
beforeAll(async () => {
  const released = await loadMigrations(join(import.meta.dirname, '../../../services/scheduling/migrations'));
  const { '9001-add-publish-day': add } = newColumn;
  if (!add) throw new Error('the example has no column');
  const migrations = { ...released, '9001-add-publish-day': add };
  ({ url, drop: dropDatabase } = await createTestDatabase({
    name: 'new_column',
    migrate: (to) => runMigrations({ url: to, migrations, logger }),
  }));
  pool = new pg.Pool({ connectionString: url });
  // On a slow machine autovacuum comes before the end, and a changed row moves to the room that it has made.
  await pool.query('alter table scheduled_videos set (autovacuum_enabled = false)');
  for (const insert of Object.values(scheduling(ROWS, new Date('2026-11-22T09:00:00Z')).fill)) await pool.query(insert);
}, 60_000);
afterAll(async () => {
  await pool.end();
  await dropDatabase();
});

/** Calls back once, after this many statements. */
function afterStatement(number: number, work: () => Promise<void>): KyselyPlugin {
  let ended = 0;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++ended === number) await work();
      return result;
    },
  };
}

it('a backfill also changes rows that a request moves out of its batches while it runs', async () => {
  const pageOf = async (id: string) => {
    const { rows } = await pool.query<{ page: number }>(
      `select (ctid::text::point)[0]::int as page from scheduled_videos where id = $1`,
      [id],
    );
    return rows[0]?.page ?? -1;
  };
  const { rows: later } = await pool.query<{ id: string }>(
    "select id from scheduled_videos where ctid >= '(1500,0)' and publish_at is not null order by ctid limit 1",
  );
  const id = later[0]?.id ?? '';
  const { rows: size } = await pool.query<{ pages: number }>(
    `select (pg_relation_size('scheduled_videos') / current_setting('block_size')::int)::int as pages`,
  );
  /** Changes a row so often that its page has no room for the versions, which all stay until the transaction ends. */
  async function moveAway(rowId: string): Promise<number> {
    await pool.query(`do $$ begin
      for change in 1..100 loop
        update scheduled_videos set revision = revision + 1 where id = '${rowId}';
      end loop;
    end $$`);
    return await pageOf(rowId);
  }
  const moved: number[] = [];
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
    // The size of the table is read, and three batches of 500 pages run.
    plugins: [
      afterStatement(4, async () => {
        moved.push(await moveAway(id));
      }),
    ],
  });
  await newColumn[FILL]?.up(db);
  await db.destroy();
  // The last batch may be of pages that the table did not have at first.
  expect(moved[0]).toBeGreaterThan((size[0]?.pages ?? Number.NaN) + 500);
  const { rows } = await pool.query(
    'select count(*)::int as missing from scheduled_videos where publish_day is null and publish_at is not null',
  );
  expect(rows).toEqual([{ missing: 0 }]);
}, 60_000);
