import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';

/** Where `make up` puts its servers when nothing else is said. */
const LOCAL_DATABASE = 'postgres://postgres:postgres@127.0.0.1:8120/postgres';
const LOCAL_BROKERS = '127.0.0.1:8121';

/**
 * Given servers, else the local ones, else containers where a Docker daemon answers. Containers live until the test
 * process ends.
 */
let found: Promise<string> | undefined;

async function databaseUrl(): Promise<string> {
  found ??= findDatabase();
  return found;
}

async function findDatabase(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return given;
  if (await answers(8120)) return LOCAL_DATABASE;
  const { GenericContainer } = await import('testcontainers');
  const container = await new GenericContainer('postgres:18')
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withExposedPorts(5432)
    .start();
  return `postgres://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
}

export async function kafkaBrokers(): Promise<string> {
  const given = process.env.TEST_KAFKA_BROKERS;
  if (given) return given;
  if (await answers(8121)) return LOCAL_BROKERS;
  throw new Error('no Kafka for the tests: run `make test`, or set TEST_KAFKA_BROKERS');
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** An empty database of its own, migrated by `migrate`; `drop` removes it with whoever is still connected. */
export async function createTestDatabase(options: {
  name: string;
  migrate?: (url: string) => Promise<void>;
}): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = await databaseUrl();
  const name = `test_${options.name.replaceAll('-', '_')}_${randomBytes(5).toString('hex')}`;
  await query(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  await options.migrate?.(url.href);
  return { url: url.href, drop: () => query(admin, `drop database if exists ${name} with (force)`) };
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

/** Makes the topics under a prefix that no other test file has. */
export async function createTestTopics(
  topics: readonly string[],
): Promise<{ brokers: string; prefix: string; kafka: Kafka; drop(): Promise<void> }> {
  const brokers = await kafkaBrokers();
  const prefix = `t${randomBytes(5).toString('hex')}.`;
  const kafka = new Kafka({ brokers: brokers.split(','), clientId: 'tests', logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({
    waitForLeaders: true,
    topics: topics.map((topic) => ({ topic: prefix + topic, numPartitions: 2, replicationFactor: 1 })),
  });
  return {
    brokers,
    prefix,
    kafka,
    async drop() {
      await admin.deleteTopics({ topics: topics.map((topic) => prefix + topic) });
      await admin.disconnect();
    },
  };
}
