import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { deadLetterTopic, events, topics } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createDatabase, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestTopics } from '@reelwright/testing';
import { type Generated, sql } from 'kysely';
import {
  createConsumer,
  createPublisher,
  type EventConsumer,
  type InboxTables,
  on,
  type ReceivedEvent,
} from '../src/index.ts';

export interface Tables extends InboxTables {
  effects: { id: Generated<number>; who: string; what: string };
}

type TestEvent = ReceivedEvent<{ userId: string; revision: number }>;

/** A consumer group with a database of its own, and a handler whose failures the test controls. */
export async function startConsumerHarness() {
  const group = 'tester';
  const deadLetterTopicName = deadLetterTopic(topics.auth, group);
  const kafka = await createTestTopics([topics.auth, deadLetterTopicName]);
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (url: string) => runMigrations({ url, migrations, logger: silentLogger });
  const { url, backUp, drop } = await createTestDatabase({ name: 'kafka', migrate });
  const database = createDatabase<Tables>({ url, logger: silentLogger, applicationName: 'kafka test' });
  await sql`create table effects (id bigint generated always as identity, who text, what text)`.execute(database.db);
  const connection = {
    ...kafka.connection,
    clientId: 'kafka test',
    logger: silentLogger,
    topicPrefix: kafka.prefix,
  };
  const publisher = createPublisher(connection);
  const metrics = createMetrics({ service: 'test', processMetrics: false });
  const state = {
    /** Thrown, or awaited, before the handler's effect. */
    before: async (_event: TestEvent): Promise<void> => undefined,
    /** Thrown, or awaited, between the handler's effect and its commit. */
    after: async (_event: TestEvent): Promise<void> => undefined,
    /** Whether an event passes the filter of the subscription. */
    filter: (_payload: TestEvent['payload']): boolean => true,
    tries: [] as string[],
  };
  const consumers: EventConsumer[] = [];
  const header = (id: string) => ({
    'event-id': id,
    'event-type': events.UserDeleted.name,
    'occurred-at': new Date().toISOString(),
  });

  const message = (userId: string, revision: number) => ({
    key: userId,
    value: events.UserDeleted.codec.encode({ userId, revision }).finish(),
  });

  return {
    state,
    db: database.db,
    kafka,
    publisher,
    deadLetterTopicName,
    backUp,
    start(options: { brokers?: string } = {}) {
      const consumer = createConsumer<Tables>({
        ...kafka.connection,
        ...options,
        group,
        db: database.db,
        publisher,
        logger: silentLogger,
        metrics: consumers.length === 0 ? metrics : createMetrics({ service: 'test', processMetrics: false }),
        topicPrefix: kafka.prefix,
        subscriptions: [
          on(
            events.UserDeleted,
            async (trx, event) => {
              const { userId, revision } = event.payload;
              state.tries.push(`${userId}:${revision}`);
              await state.before(event);
              await trx
                .insertInto('effects')
                .values({ who: userId, what: String(revision) })
                .execute();
              await state.after(event);
            },
            { filter: async (_db, payload) => state.filter(payload) },
          ),
        ],
      });
      consumers.push(consumer);
      void consumer.start();
      return consumer;
    },
    /** Sends one event; the same id again is the same event again. */
    async send(userId: string, revision: number, id: string = randomUUID()) {
      await publisher.publish([{ topic: topics.auth, ...message(userId, revision), headers: header(id) }]);
      return id;
    },
    /** Sends bytes as they are. */
    async sendRaw(message: { key: string | Uint8Array; value: Uint8Array; headers: Record<string, string> }) {
      await publisher.publish([{ topic: topics.auth, ...message }]);
    },
    header,
    message,
    async effects(): Promise<string[]> {
      const rows = await database.db.selectFrom('effects').selectAll().orderBy('id').execute();
      return rows.map(({ who, what }) => `${who}:${what}`);
    },
    parked: () => database.db.selectFrom('parked_events').selectAll().orderBy('id').execute(),
    /** All dead letters so far. */
    async deadLetters() {
      const found: {
        key: string;
        keyBytes: Buffer;
        error: string;
        id: string;
        traceparent: string | undefined;
        value: Buffer;
      }[] = [];
      const reader = kafka.kafka.consumer({
        groupId: `${kafka.prefix}dead-${randomUUID()}`,
        maxWaitTimeInMs: 200,
      });
      await reader.connect();
      await reader.subscribe({ topic: kafka.prefix + deadLetterTopicName, fromBeginning: true });
      await reader.run({
        eachMessage: async ({ message: { key, value, headers } }) => {
          found.push({
            key: String(key),
            keyBytes: key ?? Buffer.alloc(0),
            error: String(headers?.['dead-letter-cause']),
            id: String(headers?.['event-id']),
            traceparent: headers?.['traceparent']?.toString(),
            value: value ?? Buffer.alloc(0),
          });
        },
      });
      return { found, stop: () => reader.disconnect() };
    },
    /** The value of each series of a metric, by its labels. */
    async series(metric: string): Promise<Record<string, number>> {
      const lines = (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(`${metric}{`));
      return Object.fromEntries(
        lines.map((line) => [line.slice(metric.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
      );
    },
    outcome: async (outcome: string): Promise<number> => {
      const text = await metrics.registry.metrics();
      return Number(
        new RegExp(`^consumer_events_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
      );
    },
    async stop() {
      for (const consumer of consumers) await consumer.stop();
      await publisher.stop();
      await database.stop();
      await drop();
      await kafka.drop();
    },
  };
}

export type ConsumerHarness = Awaited<ReturnType<typeof startConsumerHarness>>;
