import { silentLogger as logger } from '@reelwright/logger';
import { runMigrations } from '@reelwright/postgres';
import { eventually } from '@reelwright/testing';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { createBroker, type Outbox, startOutbox } from './harness.ts';

let outbox: Outbox;
beforeEach(async () => {
  outbox = await startOutbox();
  await outbox.admin.query('create table notes (id int, kind text)');
});
afterEach(() => outbox.stop());

const indexIsValid = async () => {
  const { rows } = await outbox.admin.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indrelid = 'notes'::regclass`,
  );
  return rows[0]?.valid;
};

describe('while a migration runs', () => {
  it('events are published: an index that waits for older transactions does not hold them back', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    const reader = new pg.Client({ connectionString: outbox.url });
    await reader.connect();
    await reader.query('begin isolation level repeatable read');
    await reader.query('select 1');
    const addIndex = {
      transaction: false,
      async up(db: Kysely<unknown>) {
        await sql`set lock_timeout = 0`.execute(db);
        await sql`create index concurrently if not exists notes_kind_idx on notes (kind)`.execute(db);
      },
    };
    const migrated = runMigrations({ url: outbox.url, migrations: { 'notes/0001-add-index': addIndex }, logger });
    await eventually(async () => expect(await indexIsValid()).toBe(false));

    await outbox.enqueueAlone('ada');
    await eventually(() => expect(broker.received()).toEqual(['ada:1']));
    expect(await indexIsValid()).toBe(false);

    await reader.query('commit');
    await reader.end();
    await migrated;
    expect(await indexIsValid()).toBe(true);
  }, 20_000);

  it('events are published between two migrations: each is a transaction of its own', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    const addRow = async (db: Kysely<unknown>) => void (await sql`insert into notes values (1, 'a')`.execute(db));
    const migrations = {
      'notes/0001-write': { up: addRow },
      'notes/0002-wait': {
        async up() {
          await outbox.enqueueAlone('ada');
          await eventually(() => expect(broker.received()).toEqual(['ada:1']));
        },
      },
    };
    await runMigrations({ url: outbox.url, migrations, logger });
  }, 20_000);
});
