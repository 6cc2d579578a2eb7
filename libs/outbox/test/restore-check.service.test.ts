import { join } from 'node:path';
import { events, topics } from '@reelwright/contracts';
import { createConsumer, createLogReader, createPublisher, type InboxTables, on } from '@reelwright/kafka';
import { silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createDatabase, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestTopics, eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import {
  createRelay,
  createRestoreCheck,
  enqueueEvent,
  type OutboxTables,
  requireCurrentDatabase,
} from '../src/index.ts';

interface Tables extends OutboxTables, InboxTables {
  people: { id: string; revision: number };
}

const headersOf = (type: string) => ({
  'event-id': crypto.randomUUID(),
  'event-type': type,
  'occurred-at': new Date().toISOString(),
});

/** A service that publishes changes of its people and consumes payments, on real servers. */
async function startService() {
  const kafka = await createTestTopics([topics.auth, topics.billing]);
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (url: string) => runMigrations({ url, migrations, logger: silentLogger });
  const { url, backUp, drop } = await createTestDatabase({ name: 'restore-check', migrate });
  const database = createDatabase<Tables>({ url, logger: silentLogger, applicationName: 'restore test' });
  const { db } = database;
  await sql`create table people (id text primary key, revision bigint not null)`.execute(db);
  const connection = { ...kafka.connection, clientId: 'test', logger: silentLogger, topicPrefix: kafka.prefix };
  const publisher = createPublisher(connection);
  const recalled: string[] = [];
  /** The number of rows when each event was recalled. */
  const seen: number[] = [];
  const running: { stop(): Promise<void> }[] = [];

  const write = (id: string, revision: number) =>
    db
      .insertInto('people')
      .values({ id, revision })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ revision }))
      .execute();

  return {
    db,
    backUp,
    recalled,
    seen,
    write,
    /** Work that can't be undone: only a current database allows it. */
    mayAct: () =>
      requireCurrentDatabase(db).then(
        () => true,
        () => false,
      ),
    async publish(userId: string, revision: number) {
      await db.transaction().execute((trx) => enqueueEvent(trx, events.UserDeleted, { userId, revision }, new Date()));
    },
    /** A message with the headers of this service's event, in which protobuf finds none. */
    async publishUnreadable() {
      await publisher.publish([
        {
          topic: topics.auth,
          key: 'u1',
          value: Buffer.from([0xff]),
          headers: headersOf(events.UserDeleted.name),
        },
      ]);
    },
    /** An event of another service. */
    async receive(userId: string) {
      const event = events.SubscriptionChanged;
      await publisher.publish([
        {
          topic: topics.billing,
          key: userId,
          value: event.codec
            .encode(event.codec.fromJSON({ userId, revision: 1, tier: 'pro', status: 'active' }))
            .finish(),
          headers: headersOf(event.name),
        },
      ]);
    },
    start() {
      const metrics = createMetrics({ service: 'test', processMetrics: false });
      const consumer = createConsumer<Tables>({
        ...kafka.connection,
        group: 'test',
        db,
        publisher,
        logger: silentLogger,
        metrics,
        topicPrefix: kafka.prefix,
        subscriptions: [
          on(events.SubscriptionChanged, async (trx, { payload }) => {
            await trx.insertInto('people').values({ id: payload.userId, revision: 0 }).execute();
          }),
        ],
      });
      const restoreCheck = createRestoreCheck<Tables>({
        db,
        log: createLogReader({ ...connection, clientId: 'test' }),
        topics: [topics.auth],
        consumer,
        recalls: [
          on(events.UserDeleted, async (trx, { payload: { userId, revision } }) => {
            const row = await trx.selectFrom('people').selectAll().where('id', '=', userId).executeTakeFirst();
            seen.push(row?.revision ?? -1);
            recalled.push(`${userId}:${revision}`);
          }),
        ],
        logger: silentLogger,
        metrics,
      });
      const relay = createRelay({ url, publisher, logger: silentLogger, metrics, restoreCheck });
      void consumer.start();
      void relay.start();
      running.push(relay, consumer);
      return {
        stop: async () => {
          await relay.stop();
          await consumer.stop();
        },
      };
    },
    cursor: () =>
      db
        .selectFrom('outbox_cursor')
        .select(['checked_as'])
        .select(sql<boolean>`(xid, id) >= (select xid, id from outbox order by xid desc, id desc limit 1)`.as('passed'))
        .executeTakeFirstOrThrow(),
    async stop() {
      for (const part of running) await part.stop();
      await publisher.stop();
      await database.stop();
      await drop();
      await kafka.drop();
    },
  };
}

let service: Awaited<ReturnType<typeof startService>>;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const published = () => eventually(async () => expect((await service.cursor()).passed).toBe(true));
/** The database knows what it has published and read so far, as any backup of it will. */
const known = () =>
  eventually(async () => {
    expect((await service.cursor()).checked_as).not.toBeNull();
    expect(await service.db.selectFrom('consumer_positions').select('topic').execute()).toHaveLength(2);
  });

describe('a database restored under its running service', () => {
  it('applies the events it has published since again, in order, and none from before', async () => {
    service.start();
    await service.publish('u1', 1);
    await published();
    const backup = await service.backUp();
    for (const revision of [2, 3, 4]) await service.publish('u1', revision);
    await published();
    await backup.putBack();
    await eventually(() => expect(service.recalled).toEqual(['u1:2', 'u1:3', 'u1:4']));
    await eventually(async () => expect(await service.mayAct()).toBe(true));
    await service.publish('u1', 5);
    await published();
    expect(service.recalled).toHaveLength(3);
    await backup.drop();
  });

  it('allows no work that cannot be undone until then', async () => {
    const before = service.start();
    await service.publish('u1', 1);
    await published();
    const backup = await service.backUp();
    await service.publish('u1', 2);
    await published();
    await before.stop();
    await backup.putBack();
    expect(await service.mayAct()).toBe(false);
    service.start();
    await eventually(async () => expect(await service.mayAct()).toBe(true));
    expect(service.recalled).toEqual(['u1:2']);
    await backup.drop();
  });

  it('reads the events of other services again before it applies its own', async () => {
    service.start();
    await service.publish('u1', 1);
    await published();
    await known();
    const backup = await service.backUp();
    await service.receive('u2');
    await eventually(async () => {
      expect(await service.db.selectFrom('people').selectAll().execute()).toEqual([{ id: 'u2', revision: 0 }]);
    });
    await service.publish('u2', 7);
    await published();
    await backup.putBack();
    await eventually(() => expect(service.recalled).toEqual(['u2:7']));
    expect(service.seen).toEqual([0]);
    await backup.drop();
  });
});

it('a database that lost nothing, restored or not, is current, and no event is applied again', async () => {
  const before = service.start();
  await service.publish('u1', 1);
  await published();
  const backup = await service.backUp();
  await before.stop();
  await backup.putBack();
  expect(await service.mayAct()).toBe(false);
  service.start();
  await eventually(async () => expect(await service.mayAct()).toBe(true));
  expect(service.recalled).toEqual([]);
  await backup.drop();
});

it('a message on its own topic that no release can read is no lost event: others are, and the database becomes current', async () => {
  const before = service.start();
  await service.publish('u1', 1);
  await published();
  const backup = await service.backUp();
  await before.stop();
  await service.publishUnreadable();
  await backup.putBack();
  const next = service.start();
  await eventually(async () => expect(await service.mayAct()).toBe(true));
  expect(service.recalled).toEqual([]);
  await known();
  const later = await service.backUp();
  await service.publishUnreadable();
  await service.publish('u1', 2);
  await published();
  await next.stop();
  await later.putBack();
  service.start();
  await eventually(async () => expect(await service.mayAct()).toBe(true));
  expect(service.recalled).toEqual(['u1:2']);
  await later.drop();
  await backup.drop();
});

it('an event that waited in the outbox at the backup, and was published before the restore, does not count as lost', async () => {
  const relay = service.start();
  await service.publish('u1', 1);
  await published();
  await relay.stop();
  await service.publish('u1', 2);
  const backup = await service.backUp();
  const next = service.start();
  await published();
  await next.stop();
  await backup.putBack();
  service.start();
  await eventually(async () => expect(await service.mayAct()).toBe(true));
  expect(service.recalled).toEqual([]);
  await backup.drop();
});
