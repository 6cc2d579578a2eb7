import { Kafka, logLevel } from 'kafkajs';
import { foldersFrom } from './folders.ts';
import { ExpectedError, runVerb, say } from './say.ts';
import { declaredTopics, type TopicDeclaration, topicsToCreate } from './topic-declarations.ts';

/** Creates the declared topics that are missing, and their dead-letter topics. Never changes or deletes one. */
export async function ensureTopics(
  brokers: readonly string[],
  declared: readonly TopicDeclaration[],
): Promise<{ created: number; declared: number }> {
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId: 'topics',
    logLevel: logLevel.ERROR,
    retry: { retries: 12 },
  });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const cluster = await admin.describeCluster();
    const topics = topicsToCreate(declared, cluster.brokers.length);
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter(({ topic }) => !existing.has(topic));
    // kafkajs treats a topic that the broker does not list yet as an error; the first writer waits anyway.
    if (missing.length > 0) await admin.createTopics({ topics: missing, waitForLeaders: false });
    return { created: missing.length, declared: topics.length };
  } finally {
    await admin.disconnect();
  }
}

if (import.meta.main) {
  await runVerb(async () => {
    const brokers = process.env.KAFKA_BROKERS?.split(',');
    if (!brokers) throw new ExpectedError('KAFKA_BROKERS is not set: it names the brokers the topics are created on.');
    const { created, declared } = await ensureTopics(brokers, declaredTopics(foldersFrom(process.env).root));
    say(`${declared} topics, ${created} new`);
    return 0;
  });
}
