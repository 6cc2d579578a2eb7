import { randomBytes } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { type Backup, backUp } from './backup.ts';
import { eventually } from './eventually.ts';
import { databaseUrl, kafkaBrokers } from './find-servers.ts';

/** An empty database of its own, or a copy of `template`; migrated by `migrate`. `drop` ends all its connections. */
export async function createTestDatabase(options: {
  name: string;
  template?: string;
  migrate?: (url: string) => Promise<void>;
}): Promise<{ url: string; backUp(): Promise<Backup>; drop(): Promise<void> }> {
  const admin = await databaseUrl();
  const name = `test_${options.name.replaceAll('-', '_')}_${randomBytes(5).toString('hex')}`;
  const templateClause = options.template ? ` template ${options.template}` : '';
  await query(admin, (client) => client.query(`create database ${name}${templateClause}`));
  const url = databaseOn(admin, name);
  await options.migrate?.(url);
  return {
    url,
    backUp: () => backUp(url, admin),
    drop: () => query(admin, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

/** The URL of a database on the server of another URL. */
export function databaseOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Connects for as long as `use` takes. */
export async function query(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
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
      // kafkajs treats a topic that the broker does not list yet as an error.
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
