import { randomBytes, randomUUID } from 'node:crypto';
import { Partitioners } from 'kafkajs';
import { partitionOfKey } from '../src/partition.ts';

const partitions = (count: number) =>
  Array.from({ length: count }, (_, partitionId) => ({
    partitionId,
    leader: 1,
    replicas: [1],
    isr: [1],
    partitionErrorCode: 0,
  }));

test('a key has the partition that kafkajs, and so every other Kafka client, gives it', () => {
  const theirs = Partitioners.DefaultPartitioner();
  const keys = [
    '',
    'a',
    'ab',
    'abc',
    'abcd',
    'ü€😀',
    ...Array.from({ length: 2_000 }, (_, index) =>
      index % 2 ? randomUUID() : randomBytes(index % 60).toString('latin1'),
    ),
  ];
  for (const count of [1, 2, 6, 13]) {
    for (const key of keys) {
      const args = { topic: 't', partitionMetadata: partitions(count), message: { key, value: null } };
      expect(partitionOfKey(args)).toBe(theirs(args));
    }
  }
});
