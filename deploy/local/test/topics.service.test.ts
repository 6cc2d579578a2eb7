import { join } from 'node:path';
import { type KafkaConnection, kafkaConnection } from '@reelwright/kafka';
import { createTestTopics, eventually } from '@reelwright/testing';
import { declaredTopics, topicsToCreate } from '../src/topic-declarations.ts';
import { ensureTopics } from '../src/topics.ts';

const ROOT = join(import.meta.dirname, '../../..');

let kafka: Awaited<ReturnType<typeof createTestTopics>>;
let admin: ReturnType<typeof kafka.kafka.admin>;
let operator: KafkaConnection;
beforeAll(async () => {
  kafka = await createTestTopics([], { user: 'operator', isSecure: true });
  admin = kafka.kafka.admin();
  await admin.connect();
  operator = kafkaConnection(kafka.settings);
});
afterAll(async () => {
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(kafka.prefix));
  if (topics.length > 0) await admin.deleteTopics({ topics });
  await admin.disconnect();
  await kafka.drop();
});

const declared = () => declaredTopics(ROOT).map((topic) => ({ ...topic, name: kafka.prefix + topic.name }));

it('an operator creates the declared topics that are missing, with the replicas that one broker has', async () => {
  const all = topicsToCreate(declared(), 1);
  const some = topicsToCreate(declared().slice(1), 1);
  /** The broker lists a new topic a moment after its controller has made it. */
  const listed = (count: number) =>
    eventually(async () => {
      const topics = await admin.listTopics();
      expect(topics.filter((topic) => topic.startsWith(kafka.prefix))).toHaveLength(count);
    });
  await ensureTopics(operator, declared().slice(1));
  await listed(some.length);
  expect(await ensureTopics(operator, declared())).toEqual({
    created: all.length - some.length,
    declared: all.length,
  });
  await listed(all.length);
  expect(await ensureTopics(operator, declared())).toEqual({ created: 0, declared: all.length });
  const { topics } = await admin.fetchTopicMetadata({ topics: all.map(({ topic }) => topic) });
  expect(topics.map(({ name, partitions }) => [name, partitions.length]).sort()).toEqual(
    all.map(({ topic, numPartitions }) => [topic, numPartitions]).sort(),
  );
  const { partitions = [] } = topics[0] ?? {};
  expect(new Set(partitions.map(({ replicas }) => replicas.length))).toEqual(new Set([1]));
});

it('a topic that Kafka does not let the operator create is named', async () => {
  const [topic] = declaredTopics(ROOT);
  if (!topic) throw new Error('there is no topic');
  const forbidden = { ...topic, name: `${kafka.prefix}elsewhere`, consumers: [] };
  await expect(ensureTopics(operator, [forbidden])).rejects.toThrow(
    `Kafka did not create all topics:\n${forbidden.name}: Not authorized to access topics`,
  );
});
