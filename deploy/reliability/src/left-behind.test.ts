import { join } from 'node:path';
import { SERVICES } from '@reelwright/local/running-stack';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import pg from 'pg';
import { LEASED, readLeftBehind } from './left-behind.ts';
import { judge } from './verdict.ts';

const databases = new Map<string, Awaited<ReturnType<typeof createTestDatabase>>>();
const place = { databaseUrl: (service: string) => databases.get(service)?.url ?? '' };

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

/** Does something in a service's database while nothing else of it runs. */
async function inDatabase<Row extends pg.QueryResultRow>(service: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: place.databaseUrl(service) });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** What a run that left this behind is blamed for; nothing else was in it. */
async function blamed(rule: string): Promise<readonly string[]> {
  const nothing = { targets: [], commits: [], entries: [], connections: [], shown: [], jobs: [], budgets: [] };
  const ledger = { ...nothing, deadLetters: [], ...(await readLeftBehind(place)) };
  const findings = judge({ plan: [], journal: [], chaos: true, catalogue: new Set(), ledger });
  return findings.find((finding) => finding.rule === rule)?.offenders ?? ['not judged'];
}

describe('what is left behind', () => {
  it('is nothing in databases that are new', async () => {
    expect([await blamed('I5'), await blamed('I6'), await blamed('I7')]).toEqual([[], [], []]);
  });

  it('is an event that has not left its outbox, whichever service stated it', async () => {
    for (const service of SERVICES) {
      await inDatabase(
        service,
        `insert into outbox (topic, key, type, payload, occurred_at) values ('t', '7', 'T', '{}', clock_timestamp())`,
      );
    }
    expect(await blamed('I6')).toEqual(SERVICES.map((service) => `${service}: 1 rows behind`));
  });

  it('is an event that waits for another try, whichever service put it aside', async () => {
    for (const service of SERVICES) {
      await inDatabase(
        service,
        `insert into parked_events (consumer, event_id, topic, key, type, payload, occurred_at, cause, next_try_at)
         values ('c', gen_random_uuid(), 't', '7', 'T', '', clock_timestamp(), 'away', clock_timestamp())`,
      );
    }
    expect(await blamed('I7')).toEqual(SERVICES.map((service) => `${service} waits with T: away`));
  });

  it('is a row that was claimed and never taken up again', async () => {
    await inDatabase(
      'auth',
      `insert into mails (id, kind, to_address, due_at, created_at, leased_until) values
       ('00000000-0000-4000-8000-000000000001', 'password_reset', 'ada@example.com', clock_timestamp(),
        clock_timestamp(), clock_timestamp() - interval '10 minutes')`,
    );
    expect(await blamed('I5')).toEqual([
      expect.stringMatching(/^mails 00000000-0000-4000-8000-000000000001: waiting, its lease is over for 6\d\d s$/),
    ]);
  });

  it('is looked for in every table whose rows are claimed, but where nothing tells that they are due', async () => {
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
      // Due by product time, which the databases do not know; a row that is done keeps the lease it was done under.
      'billing.reconcile_runs',
      'billing.subscriptions',
      // A partner's request: whoever sent it asks again, no worker does.
      'external-api.idempotency_keys',
      // Due by product time.
      'external-api.uploads',
    ]);
  });
});
