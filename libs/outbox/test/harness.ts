import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { events } from '@reelwright/contracts';
import type { OutboundMessage, Publisher } from '@reelwright/kafka';
import { silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createDatabase, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import type { Transaction } from 'kysely';
import pg from 'pg';
import { createRelay, enqueueEvent, type OutboxTables } from '../src/index.ts';

/** A database with an outbox, and relays that publish to a broker which the test can watch and break. */
export async function startOutbox() {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (url: string) => runMigrations({ url, migrations, logger: silentLogger });
  const { url, drop } = await createTestDatabase({ name: 'outbox', migrate });
  const database = createDatabase<OutboxTables>({ url, logger: silentLogger, applicationName: 'outbox test' });
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const relays: { stop(): Promise<void> }[] = [];

  const stopRelays = async () => {
    for (const relay of relays) await relay.stop();
  };

  const enqueue = (trx: Transaction<OutboxTables>, userId: string, revision: number) =>
    enqueueEvent(trx, events.UserDeleted, { userId, revision }, new Date());

  return {
    url,
    db: database.db,
    admin,
    /** Writes one event in a transaction of its own. */
    enqueueAlone: (userId: string, revision = 1) =>
      database.db.transaction().execute((trx) => enqueue(trx, userId, revision)),
    enqueue,
    /** A transaction that stays open until the test ends it. */
    async open() {
      const trx = await database.db.startTransaction().execute();
      return trx;
    },
    /** A connection with an open transaction that writes, as a migrate command's or in another database. */
    async openElsewhere({ database, applicationName }: { database?: string; applicationName?: string }) {
      const target = new URL(url);
      if (database) target.pathname = database;
      const client = new pg.Client({ connectionString: target.href, application_name: applicationName });
      await client.connect();
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      return client;
    },
    startRelay(
      broker: Broker,
      publisher: Publisher = broker.publisher,
      options: { silentMs?: number; url?: string } = {},
    ) {
      const metrics = createMetrics({ service: 'test', processMetrics: false });
      const relay = createRelay({ url, publisher, logger: silentLogger, metrics, ...options });
      relays.push(relay);
      void relay.start();
      return relay;
    },
    /** Whether each relay's connection is encrypted. */
    async tlsOfRelays(): Promise<boolean[]> {
      const { rows } = await admin.query<{ ssl: boolean }>(
        `select ssl from pg_stat_ssl join pg_stat_activity using (pid)
          where application_name = 'outbox relay' and datname = current_database()`,
      );
      return rows.map(({ ssl }) => ssl);
    },
    /** The address of a second login role, which works as the owner of all tables (`deploy/rotation.md`). */
    async secondLogin() {
      const owner = `outbox_${randomBytes(5).toString('hex')}`;
      const second = `${owner}_2`;
      await admin.query(`create role ${owner}; create role ${second} login password '${second}' in role ${owner};
                         grant all on schema public to ${owner}`);
      const { rows } = await admin.query<{ name: string }>(
        `select oid::regclass::text as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
      );
      const own = async (to: string) => {
        for (const { name } of rows) await admin.query(`alter table if exists ${name} owner to ${to}`);
      };
      await own(owner);
      const address = new URL(url);
      [address.username, address.password] = [second, second];
      address.searchParams.set('options', `-c role=${owner}`);
      const drop = async () => {
        await own('current_user');
        await admin.query(`drop owned by ${owner}; drop role ${second}, ${owner}`);
      };
      return { url: address.href, drop };
    },
    /** Ends the connections of all relays, as a failover does. */
    killRelays: () =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
                    where application_name = 'outbox relay' and datname = current_database()`),
    async partitions(): Promise<string[]> {
      const { rows } = await admin.query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'outbox'::regclass order by 1`,
      );
      return rows.map(({ name }) => name);
    },
    stopRelays,
    async stop() {
      await stopRelays();
      await database.stop();
      await admin.end();
      await drop();
    },
  };
}

export type Outbox = Awaited<ReturnType<typeof startOutbox>>;
export type Broker = ReturnType<typeof createBroker>;

/** A broker that records what it acknowledged; while `unavailable` it rejects, and `onAck` runs between its ack and the relay's next step. */
export function createBroker() {
  const acknowledged: OutboundMessage[] = [];
  const batches: number[] = [];
  const broker = { unavailable: false, onAck: async () => undefined as unknown };
  const publisher: Publisher = {
    name: 'test broker',
    async publish(messages) {
      if (broker.unavailable) throw new Error('broker unavailable');
      acknowledged.push(...messages);
      batches.push(messages.length);
      await broker.onAck();
      return [];
    },
    stop: async () => undefined,
  };
  return Object.assign(broker, {
    publisher,
    acknowledged,
    batches,
    received: () => acknowledged.map(({ key, value }) => `${key}:${events.UserDeleted.codec.decode(value).revision}`),
    ids: () => acknowledged.map(({ headers }) => headers['event-id']),
  });
}
