import { topics } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { createLogReader } from '../src/index.ts';
import { type ConsumerHarness, startConsumerHarness } from './harness.ts';

let harness: ConsumerHarness;
beforeEach(async () => {
  harness = await startConsumerHarness();
});
afterEach(() => harness.stop());

it('leaves out events that a topic no longer keeps, even if these are all', async () => {
  for (let revision = 1; revision <= 3; revision++) await harness.send('u1', revision);
  const { connection, prefix } = harness.kafka;
  const log = createLogReader({ ...connection, clientId: 'test', logger: silentLogger, topicPrefix: prefix });
  const written = await log.ends([topics.auth]);
  const admin = harness.kafka.kafka.admin();
  await admin.connect();
  await admin.fetchTopicOffsets(prefix + topics.auth); // it needs to know the topic
  const partitions = written.map(({ partition, offset }) => ({ partition, offset: String(offset) }));
  await admin.deleteTopicRecords({
    topic: prefix + topics.auth,
    partitions: partitions.filter((p) => p.offset !== '0'),
  });
  await admin.disconnect();
  const ends = await log.ends([topics.auth]);
  expect(ends.some(({ begin, offset }) => begin === offset && offset === 3)).toBe(true);
  const seen: string[] = [];
  const from = ends.map((end) => ({ ...end, offset: 0 }));
  await log.read(from, ends, async (event) => {
    seen.push(event.eventId);
    return true;
  });
  expect(seen).toEqual([]);
}, 40_000);
