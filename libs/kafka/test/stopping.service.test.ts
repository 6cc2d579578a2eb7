import { createHook } from 'node:async_hooks';
import { join } from 'node:path';
import { events, topics } from '@reelwright/contracts';
import { createLogger, silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createDatabase, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestTopics, eventually } from '@reelwright/testing';
import { connectKafka } from '../src/connection.ts';
import { createConsumer, createPublisher, type InboxTables, on } from '../src/index.ts';

let kafka: Awaited<ReturnType<typeof createTestTopics>>;

beforeAll(async () => {
  kafka = await createTestTopics([topics.auth]);
}, 30_000);
afterAll(() => kafka.drop());

/** Sockets this process holds. */
const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

const publisher = () =>
  createPublisher({ ...kafka.connection, clientId: 'stopping', logger: silentLogger, topicPrefix: kafka.prefix });
const message = (key: string) => ({ topic: topics.auth, key, value: new Uint8Array([1]), headers: {} });

describe('a publisher', () => {
  it('opens one set of connections when its first four messages are sent at the same time, and closes it when it stops', async () => {
    const before = sockets();
    const one = publisher();
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => one.publish([message(key)])));
    await one.stop();
    await eventually(() => expect(sockets()).toBe(before));
  });

  it('stopped while it connects leaves nothing open, and publishes nothing more', async () => {
    const before = sockets();
    const one = publisher();
    const first = one.publish([message('a')]).catch((error: Error) => error);
    await one.stop();
    expect(await first).toBeInstanceOf(Error);
    await expect(one.publish([message('b')])).rejects.toThrow();
    await eventually(() => expect(sockets()).toBe(before));
  });
});

describe('a consumer', () => {
  it.each([0, 5, 50, 200])(
    'stopped %i ms after it began to join leaves nothing open, and logs no warning',
    async (wait) => {
      const before = sockets();
      const warnings: string[] = [];
      // The messages of the publishers above have no headers, which is an error.
      const write = (line: string) => void (JSON.parse(line).level === 'warn' && warnings.push(line));
      const logger = createLogger({ service: 'stopping', level: 'warn' }, { write });
      const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
      const migrate = (url: string) => runMigrations({ url, migrations, logger: silentLogger });
      const testDatabase = await createTestDatabase({ name: 'stopping', migrate });
      const database = createDatabase<InboxTables>({
        url: testDatabase.url,
        logger: silentLogger,
        applicationName: 'stopping',
      });
      const deadLetterPublisher = publisher();
      const consumer = createConsumer<InboxTables>({
        ...kafka.connection,
        topicPrefix: kafka.prefix,
        group: `stopping-${wait}`,
        db: database.db,
        publisher: deadLetterPublisher,
        logger,
        metrics: createMetrics({ service: 'stopping' }),
        subscriptions: [on(events.UserDeleted, async () => undefined)],
      });
      await consumer.start();
      await new Promise((resolve) => setTimeout(resolve, wait));
      await consumer.stop();
      await database.stop?.();
      await testDatabase.drop();
      await eventually(() => expect(sockets()).toBe(before));
      expect(warnings).toEqual([]);
    },
  );
});

describe('kafkajs, as patched', () => {
  it('does not wait for the end of a fetch when it stops', async () => {
    const client = connectKafka({ ...kafka.connection, clientId: 'stopping', logger: silentLogger });
    const reader = client.consumer({ groupId: `${kafka.prefix}waiting`, maxWaitTimeInMs: 15_000 });
    await reader.connect();
    await reader.subscribe({ topic: kafka.prefix + topics.auth });
    const fetching = new Promise((resolve) => reader.on(reader.events.FETCH_START, resolve));
    await reader.run({ eachBatch: async () => undefined });
    await fetching;
    const before = performance.now();
    await reader.disconnect();
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it('sets hardly any timers while it waits for the broker', async () => {
    const client = connectKafka({ ...kafka.connection, clientId: 'idle', logger: silentLogger });
    const reader = client.consumer({ groupId: `${kafka.prefix}idle`, maxWaitTimeInMs: 1_000 });
    await reader.connect();
    await reader.subscribe({ topic: kafka.prefix + topics.auth });
    const joined = new Promise((resolve) => reader.on(reader.events.GROUP_JOIN, resolve));
    await reader.run({ eachBatch: async () => undefined });
    await joined;
    let timers = 0;
    const hook = createHook({ init: (_id, type) => void (type === 'Timeout' && timers++) }).enable();
    await new Promise((resolve) => reader.on(reader.events.FETCH, resolve));
    await new Promise((resolve) => reader.on(reader.events.FETCH, resolve));
    hook.disable();
    expect(timers).toBeLessThan(20);
    await reader.disconnect();
  });
});
