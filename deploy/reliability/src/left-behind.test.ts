import { join } from 'node:path';
import { SERVICES } from '@reelwright/local/running-stack';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import pg from 'pg';
import { LEASED, readLeftBehind } from './left-behind.ts';
import { judge } from './verdict.ts';

const databases = new Map<string, Awaited<ReturnType<typeof createTestDatabase>>>();
const source = { databaseUrl: (service: string) => databases.get(service)?.url ?? '' };

beforeAll(async () => {
  for (const name of SERVICES) {
    const migrations = await loadMigrations(join(import.meta.dirname, '../../../services', name, 'migrations'));
    const migrate = (url: string) => runMigrations({ url, migrations, logger });
    databases.set(name, await createTestDatabase({ name, migrate }));
  }
}, 60_000);
afterAll(async () => {
  for (const { drop } of databases.values()) await drop();
});

/** Runs a statement in a service's database. */
async function inDatabase<Row extends pg.QueryResultRow>(service: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: source.databaseUrl(service) });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The offenders of one rule, for a run with nothing but these databases. */
async function blamed(rule: string): Promise<readonly string[]> {
  const nothing = { targets: [], commits: [], entries: [], connections: [], shown: [], jobs: [], budgets: [] };
  const ledger = { ...nothing, deadLetters: [], ...(await readLeftBehind(source)) };
  const findings = judge({ plan: [], journal: [], chaos: true, catalogue: new Set(), ledger });
  return findings.find((finding) => finding.rule === rule)?.offenders ?? ['not judged'];
}

describe('what is left behind', () => {
  it('is nothing in databases that are new', async () => {
    expect([await blamed('I5'), await blamed('I6'), await blamed('I7')]).toEqual([[], [], []]);
  });

  it('is an unpublished event in the outbox of any service', async () => {
    for (const service of SERVICES) {
      await inDatabase(
        service,
        `insert into outbox (topic, key, type, payload, occurred_at) values ('t', '7', 'T', '{}', clock_timestamp())`,
      );
    }
    expect(await blamed('I6')).toEqual(SERVICES.map((service) => `${service}: 1 rows behind`));
  });

  it('is a parked event of any service', async () => {
    for (const service of SERVICES) {
      await inDatabase(
        service,
        `insert into parked_events (consumer, event_id, topic, key, type, payload, occurred_at, cause, next_try_at)
         values ('c', gen_random_uuid(), 't', '7', 'T', '', clock_timestamp(), 'away', clock_timestamp())`,
      );
    }
    expect(await blamed('I7')).toEqual(SERVICES.map((service) => `${service} has T parked: away`));
  });

  it('is a row that was claimed and never claimed again after its lease', async () => {
    await inDatabase(
      'auth',
      `insert into mails (id, kind, to_address, due_at, created_at, leased_until) values
       ('00000000-0000-4000-8000-000000000001', 'password_reset', 'ada@example.com', clock_timestamp(),
        clock_timestamp(), clock_timestamp() - interval '10 minutes')`,
    );
    expect(await blamed('I5')).toEqual([
      expect.stringMatching(/^mails 00000000-0000-4000-8000-000000000001: waiting, its lease ended 6\d\d s ago$/),
    ]);
  });

  it('is read from every table with leases, except where the database cannot know which rows are due', async () => {
    const claimed = await Promise.all(
      SERVICES.map(async (service) => {
        const rows = await inDatabase<{ name: string }>(
          service,
          `select table_name as name from information_schema.columns
            where table_schema = 'public' and column_name = 'leased_until' order by 1`,
        );
        const judged = (LEASED[service] ?? []).map(({ table }) => table);
        return rows.filter(({ name }) => !judged.includes(name)).map(({ name }) => `${service}.${name}`);
      }),
    );
    expect(claimed.flat()).toEqual([
      // Due by product time, which the databases do not know. A finished row keeps its last lease.
      'billing.reconcile_runs',
      'billing.subscriptions',
      'publishing.post_measures',
      // A partner's request, which the partner repeats; no worker claims it.
      'external-api.idempotency_keys',
      // Due by product time.
      'external-api.uploads',
    ]);
  });
});
