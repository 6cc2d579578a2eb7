import { join } from 'node:path';
import { SERVICES } from '@reelwright/local/running-stack';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import type { ErasedKind } from '@reelwright/product';
import { createTestDatabase } from '@reelwright/testing';
import pg from 'pg';
import { readCatalog } from './catalog.ts';
import { formerMigrations } from './former-migrations.ts';

type Migrations = Awaited<ReturnType<typeof loadMigrations>>;

/** The relations and functions that libs own in a service's database. */
const OF_LIBS = [
  ...['outbox', 'outbox_default', 'outbox_cursor', 'outbox_xid_id_idx', 'outbox_id_seq', 'database_mark'],
  ...['inbox', 'parked_events', 'consumer_positions', 'notify_change', 'database_is_current'],
];
const dropped: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(dropped.map((drop) => drop())));

const migrationsOf = (service: string) =>
  loadMigrations(join(import.meta.dirname, '../../../services', service, 'migrations'));

async function createDatabase(...steps: Migrations[]): Promise<string> {
  const { url, drop } = await createTestDatabase({ name: 'migrations' });
  dropped.push(drop);
  for (const migrations of steps) await runMigrations({ url, migrations, logger });
  return url;
}

/** The new database of a service, which all tests share. */
const fresh = new Map<string, Promise<string>>();
function freshDatabase(service: string): Promise<string> {
  const known = fresh.get(service) ?? migrationsOf(service).then((today) => createDatabase(today));
  fresh.set(service, known);
  return known;
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('a database whose service created the tables of libs itself', () => {
  it.each(SERVICES)('has the schema of a new database after its migration: %s', async (service) => {
    const today = await migrationsOf(service);
    const url = await createDatabase(formerMigrations(service, today));
    await runMigrations({ url, migrations: today, logger });
    await runMigrations({ url, migrations: today, logger });
    expect(await readCatalog(url)).toEqual(await readCatalog(await freshDatabase(service)));
    const recorded = await query<{ name: string }>(url, 'select name from kysely_migration order by name');
    expect(recorded.map(({ name }) => name)).toEqual(Object.keys(today).filter((name) => !name.includes('/')));
  });

  it('keeps its events, their order, its cursor and its positions', async () => {
    const today = await migrationsOf('auth');
    const url = await createDatabase(formerMigrations('auth', today));
    await query(
      url,
      `insert into outbox (topic, key, type, payload, occurred_at)
         select 't', n::text, 'T', json_build_object('n', n), now() from generate_series(1, 3) n;
       update outbox_cursor set (xid, id, said, checked_as) = (select xid, 2, '{"t/0": 7}'::jsonb, 'mark' from outbox limit 1);
       insert into inbox (consumer, event_id) values ('c', gen_random_uuid());
       insert into consumer_positions values ('c', 't', 0, 9)`,
    );
    const read = () =>
      query(
        url,
        `select id, xid::text, event_id::text, payload::jsonb,
                (select jsonb_agg(value order by value) from outbox_cursor c, jsonb_each(to_jsonb(c))) as cursor,
                (select count(*) from inbox) as taken, (select next_offset from consumer_positions) as offset
           from outbox order by xid, id`,
      );
    const before = await read();
    await runMigrations({ url, migrations: today, logger });
    expect(await read()).toEqual(before);
    expect(before).toHaveLength(3);
  });

  it('has the schema of a new database after a migration from any older state', async () => {
    const today = await migrationsOf('analytics');
    const former = Object.entries(formerMigrations('analytics', today)).sort(([a], [b]) => (a < b ? -1 : 1));
    const newest = await readCatalog(await freshDatabase('analytics'));
    for (let count = 1; count < former.length; count++) {
      const url = await createDatabase(Object.fromEntries(former.slice(0, count)), today);
      expect({ count, catalog: await readCatalog(url) }).toEqual({ count, catalog: newest });
    }
  });
});

/** The texts by which each service once counted erased data. */
const ERASED = {
  auth: { profile: 'profile', 'profile photo': 'profile_photo', 'sign-ins': 'session', 'API keys': 'api_key' },
  billing: {
    plans: 'plan',
    'customers at Stripe': 'stripe_customer',
    'checkouts and changes': 'checkout_or_change',
    'payments, kept in the books without a name': 'payment_kept_without_name',
  },
  scheduling: {
    'calendar entries': 'calendar_entry',
    'video settings': 'configuration',
    regenerations: 'regeneration',
    'usage records': 'usage_record',
  },
  generation: { 'video files': 'video_file', 'video requests': 'video_request' },
  drive: { 'Drive folders': 'drive_folder', 'videos in Drive': 'drive_video', 'upload records': 'upload_record' },
  publishing: {
    'connected accounts': 'connection',
    'posts and plans to post': 'post',
    'videos to post': 'video_to_post',
  },
  analytics: {
    'records of you': 'user_record',
    'page views, kept without a name': 'page_view_kept_without_name',
    'counted payments and videos, kept without a name': 'counted_payment_or_video_kept_without_name',
  },
  'external-api': {
    'uploaded videos': 'uploaded_video',
    'posts by API key': 'api_post',
    'kept answers': 'idempotency_key',
    'idempotency keys': 'idempotency_key',
  },
} satisfies Record<(typeof SERVICES)[number], Record<string, ErasedKind>>;

describe('what was erased of a deleted account', () => {
  const receipts = (service: string, erased: string) =>
    `insert into account_deletions (code_hash, reason, requested_at) values ('${service}', 'owner', now());
     insert into account_deletion_parts (code_hash, service, erased) values ('${service}', '${service}', '${erased}')`;
  const accounts = (user: string, erased: string) =>
    `insert into accounts (id, erased) values ('${user}', '${erased}')`;
  const deletedUsers = (user: string, erased: string) =>
    `insert into deleted_users (user_id, deleted_at, erased) values ('${user}', now(), '${erased}')`;

  it.each([
    ['auth', '0017', 'account_deletion_parts', receipts, Object.assign({}, ...Object.values(ERASED))],
    ['billing', '0028', 'accounts', accounts, ERASED.billing],
    ['generation', '0016', 'deleted_users', deletedUsers, ERASED.generation],
    ['publishing', '0020', 'deleted_users', deletedUsers, ERASED.publishing],
    ['external-api', '0018', 'deleted_users', deletedUsers, ERASED['external-api']],
  ] as const)('is kept as kinds instead of texts: %s', async (service, first, table, insert, kinds) => {
    const today = await migrationsOf(service);
    const earlier = Object.entries(today).filter(([name]) => name.includes('/') || name < first);
    const url = await createDatabase(Object.fromEntries(earlier));
    const items = [...Object.entries<ErasedKind>(kinds), ['something else', 'other_record'] as const];
    const texts = items.map(([what], count) => ({ what, count }));
    await query(url, insert('nothing', '[]'));
    await query(url, insert('several', JSON.stringify(texts)));
    await runMigrations({ url, migrations: today, logger });
    const rows = await query(url, `select erased from ${table} order by jsonb_array_length(erased)`);
    expect(rows).toEqual([{ erased: [] }, { erased: items.map(([, kind], count) => ({ kind, count })) }]);
  });
});

it('who had turned notices by e-mail off gets none of the new kinds', async () => {
  const today = await migrationsOf('auth');
  const earlier = Object.entries(today).filter(([name]) => name.includes('/') || name < '0018');
  const url = await createDatabase(Object.fromEntries(earlier));
  await query(
    url,
    `insert into users (email, password_hash, mail_notices, created_at, updated_at)
     values ('on@example.com', 'hash', true, now(), now()), ('off@example.com', 'hash', false, now(), now())`,
  );
  await runMigrations({ url, migrations: today, logger });
  const rows = await query(
    url,
    'select email, mail_notices, mail_post_problems, mail_connection_ends from users order by email desc',
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['on@example.com', true, true, true],
    ['off@example.com', false, false, false],
  ]);
});

it('the tables of libs are the same in all services', async () => {
  const catalogs = await Promise.all(
    SERVICES.map(async (service) => readCatalog(await freshDatabase(service), OF_LIBS)),
  );
  expect(new Set(catalogs.map((catalog) => catalog.join('\n'))).size).toBe(1);
  const names = new Set(catalogs[0]?.map((line) => line.slice(0, line.indexOf(':'))));
  expect([...names].sort()).toEqual([...OF_LIBS].sort());
});
