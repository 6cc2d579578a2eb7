import { events, topics } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createDatabase } from '@reelwright/postgres';
import { createTestDatabase, createTestTopics, eventually } from '@reelwright/testing';
import type { Kysely } from 'kysely';
import { createConsumer, createInboxTables, createPublisher, type InboxTables, on } from '../src/index.ts';

let kafka: Awaited<ReturnType<typeof createTestTopics>>;

beforeAll(async () => {
  kafka = await createTestTopics([topics.auth]);
}, 30_000);
afterAll(() => kafka.drop());

/** Sockets this process holds. */
const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

const publisher = () =>
  createPublisher({ brokers: kafka.brokers, clientId: 'stopping', logger: silentLogger, topicPrefix: kafka.prefix });
const message = (key: string) => ({ topic: topics.auth, key, value: new Uint8Array([1]), headers: {} });

describe('a publisher', () => {
  it('whose first messages come at once holds one set of connections and closes it', async () => {
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
  it.each([0, 5, 50, 200])('stopped %i ms into its joining leaves nothing open', async (wait) => {
    const before = sockets();
    const test = await createTestDatabase({ name: 'stopping' });
    const database = createDatabase<InboxTables>({ url: test.url, logger: silentLogger, applicationName: 'stopping' });
    await createInboxTables(database.db as unknown as Kysely<unknown>);
    const dead = publisher();
    const consumer = createConsumer<InboxTables>({
      brokers: kafka.brokers,
      topicPrefix: kafka.prefix,
      group: `stopping-${wait}`,
      db: database.db,
      publisher: dead,
      logger: silentLogger,
      metrics: createMetrics({ service: 'stopping' }),
      subscriptions: [on(events.UserDeleted, async () => undefined)],
    });
    await consumer.start();
    await new Promise((resolve) => setTimeout(resolve, wait));
    await consumer.stop();
    await database.stop?.();
    await test.drop();
    await eventually(() => expect(sockets()).toBe(before));
  });
});
