import { createRequire } from 'node:module';
import { topics } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { createTestTopics, eventually } from '@reelwright/testing';
import type { Consumer } from 'kafkajs';
import { connectKafka } from '../src/connection.ts';
import { createPublisher } from '../src/index.ts';

interface Session {
  next(requests: readonly unknown[]): { sessionId: number; sessionEpoch: number; topics: readonly unknown[] };
}

// Our patch: a request names only what changed, and the broker returns what is new.
const { prototype: session } = createRequire(import.meta.url)('kafkajs/src/consumer/fetchSession') as {
  prototype: Session;
};
const next = session.next;

/** A response without a partition: length, throttle time, error, session, and the number of topics. */
const EMPTY_RESPONSE_BYTES = 18;
const MAX_WAIT_MS = 200;

let kafka: Awaited<ReturnType<typeof createTestTopics>>;
let publisher: ReturnType<typeof createPublisher>;
let reader: Consumer;
let read: string[];
let responseSizes: number[];

beforeAll(async () => {
  kafka = await createTestTopics([topics.auth, topics.billing]);
  const connection = { ...kafka.connection, clientId: 'fetch sessions', logger: silentLogger };
  publisher = createPublisher({ ...connection, topicPrefix: kafka.prefix });
  reader = connectKafka(connection).consumer({ groupId: `${kafka.prefix}sessions`, maxWaitTimeInMs: MAX_WAIT_MS });
  reader.on(reader.events.REQUEST, ({ payload }) => {
    if (payload.apiName === 'Fetch') responseSizes.push(payload.size);
  });
  await reader.connect();
  await reader.subscribe({ topics: [topics.auth, topics.billing].map((topic) => kafka.prefix + topic) });
  const joined = new Promise((resolve) => reader.on(reader.events.GROUP_JOIN, resolve));
  responseSizes = [];
  await reader.run({ eachMessage: async ({ message }) => void read.push(String(message.key)) });
  await joined;
}, 30_000);
beforeEach(() => {
  read = [];
  responseSizes = [];
});
afterEach(() => {
  session.next = next;
});
afterAll(async () => {
  await reader.disconnect();
  await publisher.stop();
  await kafka.drop();
});

const send = (topic: string, ...keys: string[]) =>
  publisher.publish(keys.map((key) => ({ topic, key, value: new Uint8Array([1]), headers: {} })));
const arrived = (...keys: string[]) => eventually(() => expect([...read].sort()).toEqual(keys));
const quiet = () => eventually(() => expect(responseSizes.slice(-3)).toEqual(Array(3).fill(EMPTY_RESPONSE_BYTES)));

describe('a consumer with nothing to read', () => {
  it('names no partition in its requests, and gets none in the responses', async () => {
    await quiet();
    const named: number[] = [];
    session.next = function (requests) {
      const request = next.call(this, requests);
      named.push(request.topics.length);
      return request;
    };
    await eventually(() => expect(named.length).toBeGreaterThan(2));
    expect(new Set(named)).toEqual(new Set([0]));
  });

  it('reads new messages of each partition, again and again', async () => {
    await quiet();
    await send(topics.auth, 'a', 'b', 'c', 'd', 'e', 'f');
    await send(topics.billing, 'g');
    await arrived('a', 'b', 'c', 'd', 'e', 'f', 'g');
    await quiet();
    await send(topics.auth, 'h');
    await arrived('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  });

  it('reads again from the offset it seeks to', async () => {
    const [end] = await send(topics.auth, 'i');
    if (!end) throw new Error('the broker returned no end');
    await arrived('i');
    await quiet();
    reader.seek({ topic: kafka.prefix + end.topic, partition: end.partition, offset: String(end.offset - 1) });
    await arrived('i', 'i');
  });

  it('gets nothing of a paused topic, and continues when it is resumed', async () => {
    await quiet();
    reader.pause([{ topic: kafka.prefix + topics.auth }]);
    await quiet();
    await send(topics.auth, 'j');
    await send(topics.billing, 'k');
    await arrived('k');
    await quiet();
    reader.resume([{ topic: kafka.prefix + topics.auth }]);
    await arrived('j', 'k');
  });

  it.each([
    ['the session', { sessionId: 1 }],
    ['how far the session is', { sessionEpoch: 1_000_000 }],
  ])('sends the full list again to a broker that does not know %s', async (_what, unknown) => {
    await quiet();
    const epochs: number[] = [];
    session.next = function (requests) {
      const request = next.call(this, requests);
      epochs.push(request.sessionEpoch);
      return epochs.length === 1 ? { ...request, ...unknown } : request;
    };
    await eventually(() => expect(epochs.slice(1, 4)).toEqual([0, 1, 2]));
    await send(topics.auth, 'l');
    await arrived('l');
  });
});
