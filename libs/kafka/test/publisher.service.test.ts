import { topics } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { createTestTopics } from '@reelwright/testing';
import { createPublisher, type OutboundMessage, type Publisher } from '../src/index.ts';

let kafka: Awaited<ReturnType<typeof createTestTopics>>;
let publisher: Publisher;
beforeAll(async () => {
  kafka = await createTestTopics([topics.auth]);
  publisher = createPublisher({
    ...kafka.connection,
    clientId: 'publisher test',
    logger: silentLogger,
    topicPrefix: kafka.prefix,
  });
});
afterAll(async () => {
  await publisher.stop();
  await kafka.drop();
});

const message = (key: string, bytes: number, mark: string): OutboundMessage => ({
  topic: topics.auth,
  key,
  value: Buffer.alloc(bytes, mark),
  headers: { mark },
});

it('publishes more than a broker takes at once, in order, and answers where the partitions end', async () => {
  const [before] = await publisher.publish([message('u1', 10, '0')]);
  const big = ['1', '2', '3'].map((mark) => message('u1', 600_000, mark));
  const small = Array.from({ length: 2_000 }, (_, index) => message('u1', 700, String(index % 10)));
  const ends = await publisher.publish([...big, ...small]);
  expect(ends).toEqual([{ ...before, offset: (before?.offset ?? 0) + 2_003 }]);

  const consumer = kafka.kafka.consumer({ groupId: `${kafka.prefix}reader` });
  const marks: string[] = [];
  try {
    await consumer.connect();
    await consumer.subscribe({ topic: kafka.prefix + topics.auth, fromBeginning: true });
    await new Promise<void>((resolve) => {
      void consumer.run({
        eachMessage: async ({ message: { headers } }) => {
          marks.push(String(headers?.['mark']));
          if (marks.length === 2_004) resolve();
        },
      });
    });
  } finally {
    await consumer.disconnect();
  }
  expect(marks).toEqual(['0', '1', '2', '3', ...small.map(({ headers }) => headers['mark'])]);
}, 60_000);
