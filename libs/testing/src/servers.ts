import { randomBytes } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { type Backup, backUp } from './backup.ts';
import { eventually } from './eventually.ts';
import { databaseUrl, kafkaBrokers } from './find-servers.ts';

/** An empty database of its own, migrated by `migrate`; `drop` removes it with whoever is still connected. */
export async function createTestDatabase(options: {
  name: string;
  migrate?: (url: string) => Promise<void>;
}): Promise<{ url: string; backUp(): Promise<Backup>; drop(): Promise<void> }> {
  const admin = await databaseUrl();
  const name = `test_${options.name.replaceAll('-', '_')}_${randomBytes(5).toString('hex')}`;
  await query(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  await options.migrate?.(url.href);
  return {
    url: url.href,
    backUp: () => backUp(url.href, admin),
    drop: () => query(admin, `drop database if exists ${name} with (force)`),
  };
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the topics, if any, under a prefix that no other test file has. */
export async function createTestTopics(
  topics: readonly string[],
): Promise<{ brokers: string; prefix: string; kafka: Kafka; drop(): Promise<void> }> {
  const brokers = await kafkaBrokers();
  const prefix = `t${randomBytes(5).toString('hex')}.`;
  const kafka = new Kafka({ brokers: brokers.split(','), clientId: 'tests', logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const names = topics.map((topic) => prefix + topic);
  if (names.length > 0) {
    await admin.createTopics({
      // It takes a topic that the broker does not show yet for an error.
      waitForLeaders: false,
      topics: names.map((topic) => ({ topic, numPartitions: 2, replicationFactor: 1 })),
    });
    await eventually(() => admin.fetchTopicMetadata({ topics: names }));
  }
  return {
    brokers,
    prefix,
    kafka,
    async drop() {
      if (names.length > 0) await admin.deleteTopics({ topics: names });
      await admin.disconnect();
    },
  };
}
