import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { parse } from 'yaml';
import { foldersFrom } from './folders.ts';
import { ExpectedError, runVerb, say } from './say.ts';

/** One entry of deploy/kafka/topics.yaml. */
interface TopicDeclaration {
  readonly name: string;
  readonly owner: string;
  readonly partitions: number;
  readonly retentionMs: number;
  /** Groups that read it; each has its own dead letters. */
  readonly consumers?: readonly string[];
}

// Long enough for an operator to handle failures of a weekend or a holiday.
const DEAD_LETTER_RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Creates the declared topics that are missing, and their dead-letter topics. Never deletes or shrinks one. */
export async function ensureTopics(
  brokers: readonly string[],
  file: string,
): Promise<{ created: number; declared: number }> {
  const declared = (parse(readFileSync(file, 'utf8')) as TopicDeclaration[]).flatMap(withDeadLetters);
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId: 'topics',
    logLevel: logLevel.ERROR,
    retry: { retries: 12 },
  });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = declared.filter(({ topic }) => !existing.has(topic));
    // kafkajs treats a topic that the broker does not list yet as an error; the first writer waits anyway.
    if (missing.length > 0) await admin.createTopics({ topics: missing, waitForLeaders: false });
    return { created: missing.length, declared: declared.length };
  } finally {
    await admin.disconnect();
  }
}

function withDeadLetters({ name, partitions, retentionMs, consumers = [] }: TopicDeclaration) {
  const topic = (topic: string, numPartitions: number, retention: number) => ({
    topic,
    numPartitions,
    replicationFactor: 1,
    configEntries: [{ name: 'retention.ms', value: String(retention) }],
  });
  return [
    topic(name, partitions, retentionMs),
    ...consumers.map((group) => topic(`${name}.dlq.${group}`, 1, DEAD_LETTER_RETENTION_MS)),
  ];
}

if (import.meta.main) {
  await runVerb(async () => {
    const brokers = process.env.KAFKA_BROKERS?.split(',');
    if (!brokers) throw new ExpectedError('KAFKA_BROKERS is not set: it names the brokers the topics are created on.');
    const { created, declared } = await ensureTopics(
      brokers,
      join(foldersFrom(process.env).root, 'deploy/kafka/topics.yaml'),
    );
    say(`${declared} topics, ${created} new`);
    return 0;
  });
}
