import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deadLetterTopic } from '@reelwright/contracts';
import { parse } from 'yaml';

interface TopicSettings {
  readonly partitions: number;
  readonly retentionMs: number;
  readonly replicationFactor: number;
  /** A write is acknowledged once this many replicas have it, and refused while fewer are in sync. */
  readonly minInsyncReplicas: number;
}

/** One topic of deploy/kafka/topics.yaml. */
export interface TopicDeclaration extends TopicSettings {
  readonly name: string;
  readonly owner: string;
  readonly writers: readonly string[];
  /** Groups that read it; each has its own dead letters. */
  readonly consumers: readonly string[];
}

interface TopicsFile {
  readonly defaults: TopicSettings;
  readonly topics: readonly (Pick<TopicDeclaration, 'name' | 'owner' | 'consumers'> & Partial<TopicDeclaration>)[];
}

// Long enough for an operator to handle failures of a weekend or a holiday.
const DEAD_LETTER_RETENTION_MS = 30 * 24 * 3600 * 1000;

export function declaredTopics(root: string): TopicDeclaration[] {
  return topicsIn(join(root, 'deploy/kafka/topics.yaml'));
}

export function topicsIn(file: string | URL): TopicDeclaration[] {
  const { defaults, topics } = parse(readFileSync(file, 'utf8')) as TopicsFile;
  return topics.map((topic) => ({ ...defaults, writers: [topic.owner], ...topic }));
}

/** All topics as kafkajs creates them, the dead-letter topics included. */
export function topicsToCreate(declared: readonly TopicDeclaration[], brokers: number) {
  return declared.flatMap(({ name, partitions, retentionMs, replicationFactor, minInsyncReplicas, consumers }) => {
    // With two brokers a topic of three replicas is an error, as it is while one of three is away.
    const replicas =
      brokers === 1 ? { factor: 1, inSync: 1 } : { factor: replicationFactor, inSync: minInsyncReplicas };
    const topic = (topic: string, numPartitions: number, retention: number) => ({
      topic,
      numPartitions,
      replicationFactor: replicas.factor,
      configEntries: [
        { name: 'retention.ms', value: String(retention) },
        { name: 'min.insync.replicas', value: String(replicas.inSync) },
      ],
    });
    return [
      topic(name, partitions, retentionMs),
      ...consumers.map((group) => topic(deadLetterTopic(name, group), 1, DEAD_LETTER_RETENTION_MS)),
    ];
  });
}
