import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { topics } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { createTestTopics, eventually } from '@reelwright/testing';
import { type Consumer, type ConsumerConfig, type ISocketFactory, Kafka, logLevel, type RetryOptions } from 'kafkajs';
import { clientConfig } from '../src/connection.ts';
import type { KafkaConnection } from '../src/index.ts';

// Our patch: a client that disconnects leaves no connection open, and what still runs opens no other.
const require = createRequire(import.meta.url);
const openSocket = (require('kafkajs/src/network/socketFactory') as () => ISocketFactory)();
const ConnectionPool = require('kafkajs/src/network/connectionPool') as new (
  options: object,
) => { getConnection(): Promise<unknown>; destroy(): Promise<void> };

const CONNECTING = ['ApiVersions', 'Metadata'];
const SIGNING_IN = ['SaslHandshake', 'SaslAuthenticate'];
const JOINING = ['GroupCoordinator', 'JoinGroup', 'SyncGroup', 'OffsetFetch', 'Fetch'];

/** Sockets that a test sees. */
function recordSockets() {
  const sockets: Socket[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const socketFactory: ISocketFactory = (options) => {
    const socket = openSocket(options);
    sockets.push(socket);
    for (const { count, resolve } of waiting) if (count === sockets.length) resolve();
    return socket;
  };
  return {
    sockets,
    socketFactory,
    /** Resolves while the socket of this number begins to connect. */
    opened: (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve })),
    allClosed: () => eventually(() => expect(sockets.map(({ destroyed }) => destroyed)).not.toContain(false)),
  };
}

/** What a socket reads when the broker has closed the connection. */
const endOf = (socket: Socket | undefined) => socket?.push(null);

describe.each([
  ['plaintext, unless all is secured', {}, [...CONNECTING, ...JOINING]],
  ['TLS and a user', { isSecure: true }, [...CONNECTING, ...SIGNING_IN, ...JOINING]],
])('a consumer with %s', (_security, options, requests) => {
  let kafka: Awaited<ReturnType<typeof createTestTopics>>;
  const readers: Consumer[] = [];

  beforeAll(async () => {
    kafka = await createTestTopics([topics.auth], options);
  }, 30_000);
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.disconnect();
  });
  afterAll(() => kafka.drop());

  async function startReader(
    config: Partial<ConsumerConfig> = {},
    { connection = kafka.connection, retry = {} }: { connection?: KafkaConnection; retry?: RetryOptions } = {},
  ) {
    const { socketFactory, ...recorded } = recordSockets();
    const groupId = `${kafka.prefix}${randomUUID()}`;
    // A new broker first has to make the topic of the groups' offsets.
    await eventually(() => members(groupId));
    const client = new Kafka({
      ...clientConfig(connection),
      clientId: 'disconnecting',
      connectionTimeout: 3_000,
      logLevel: logLevel.NOTHING,
      socketFactory,
      retry,
    });
    const reader = client.consumer({ groupId, maxWaitTimeInMs: 200, ...config });
    readers.push(reader);
    let stopped = false;
    return {
      ...recorded,
      groupId,
      reader,
      /** Resolves once the consumer reads, or does not. */
      async read(eachBatch: () => Promise<void> = async () => undefined): Promise<'reads' | 'stopped' | 'failed'> {
        try {
          await reader.connect();
          await reader.subscribe({ topic: kafka.prefix + topics.auth });
          if (stopped) return 'stopped';
          await reader.run({ eachBatch });
          return 'reads';
        } catch {
          return 'failed';
        }
      },
      stop() {
        stopped = true;
        return reader.disconnect();
      },
    };
  }

  const request = (reader: Consumer, name: string) =>
    new Promise<void>((resolve) => {
      reader.on(reader.events.REQUEST, ({ payload }) => payload.apiName === name && resolve());
    });

  /** Resolves while the broker has a fetch to answer, on a connection that has been used before. */
  async function fetchSent(reader: Consumer): Promise<void> {
    await request(reader, 'Fetch');
    await new Promise((resolve) => reader.on(reader.events.FETCH_START, resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }

  async function members(groupId: string): Promise<number> {
    const admin = kafka.kafka.admin();
    await admin.connect();
    try {
      const { groups } = await admin.describeGroups([groupId]);
      return groups[0]?.members.length ?? 0;
    } finally {
      await admin.disconnect();
    }
  }

  it('ends when it is disconnected while its first connection opens', async () => {
    const { read, stop, sockets, opened, allClosed } = await startReader();
    const opening = opened(1);
    const reading = read();
    await opening;
    await stop();
    expect(await reading).toBe('failed');
    await allClosed();
    expect(sockets.length).toBe(1);
  });

  it('ends when it is disconnected while the connection of its fetches opens', async () => {
    const { read, stop, groupId, sockets, opened, allClosed } = await startReader();
    const opening = opened(2);
    const reading = read();
    await opening;
    await stop();
    await reading;
    expect(await members(groupId)).toBe(0);
    await allClosed();
    expect(sockets.length).toBe(2);
  });

  it.each(requests)('ends and has left its group when it is disconnected after %s', async (name) => {
    const { reader, read, stop, groupId, sockets, allClosed } = await startReader();
    const requested = request(reader, name);
    const reading = read();
    await requested;
    await stop();
    const { length } = sockets;
    await reading;
    expect(await members(groupId)).toBe(0);
    await allClosed();
    expect(sockets.length).toBe(length);
  });

  it('closes the connections of a broker that has closed one of them', async () => {
    const { reader, read, stop, sockets, opened, allClosed } = await startReader();
    await read();
    await fetchSent(reader);
    const again = opened(3);
    endOf(sockets[1]);
    await again;
    await fetchSent(reader);
    await stop();
    await allClosed();
  });

  it('ends when it is disconnected while it connects again for its fetches', async () => {
    const { reader, read, stop, groupId, sockets, opened, allClosed } = await startReader();
    await read();
    await fetchSent(reader);
    const again = opened(3);
    endOf(sockets[1]);
    await again;
    await stop();
    const { length } = sockets;
    expect(await members(groupId)).toBe(0);
    await allClosed();
    expect(sockets.length).toBe(length);
  });

  it('ends at once when it is disconnected before it tries again to connect', async () => {
    const retry = { initialRetryTime: 600_000, maxRetryTime: 600_000 };
    const connection = { ...kafka.connection, brokers: '127.0.0.1:1' };
    const { read, stop, sockets, opened, allClosed } = await startReader({}, { connection, retry });
    const opening = opened(1);
    const reading = read();
    await opening;
    await allClosed();
    await stop();
    expect(await reading).toBe('failed');
    expect(sockets.length).toBe(1);
  });

  it('does not start again after a failure when it is disconnected meanwhile', async () => {
    const { reader, read, allClosed } = await startReader({
      retry: {
        retries: 0,
        restartOnFailure: async () => {
          await reader.disconnect();
          return true;
        },
      },
    });
    const crashed = new Promise<boolean>((resolve) => {
      reader.on(reader.events.CRASH, ({ payload }) => resolve(payload.restart));
    });
    await read(() => Promise.reject(new Error('no effect')));
    await request(reader, 'Fetch');
    const producer = kafka.kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await producer.send({ topic: kafka.prefix + topics.auth, messages: [{ value: 'x' }] });
    await producer.disconnect();
    expect(await crashed).toBe(false);
    await allClosed();
  });
});

it('requests that find their connection lost at the same time open one', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { sockets, socketFactory, allClosed } = recordSockets();
  const logger = { namespace: () => silentLogger };
  const pool = new ConnectionPool({ host: '127.0.0.1', port, connectionTimeout: 3_000, logger, socketFactory });
  const [one, other] = await Promise.all([pool.getConnection(), pool.getConnection()]);
  expect(other).toBe(one);
  expect(sockets.length).toBe(1);
  await pool.destroy();
  server.close();
  await allClosed();
});
