import { existsSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { KafkaSettings } from '@reelwright/config';

/** Those of a server that a test chooses. */
type TestKafkaSettings = Omit<KafkaSettings, 'KAFKA_TLS'>;

/** The Postgres a suite may make databases on, as an administrator. */
export const databaseUrl = once(async () => {
  const local = localServers();
  const configured = process.env.TEST_DATABASE_URL;
  if (configured) return configured;
  if (local && (await isReachable(local.database))) return local.database;
  const { GenericContainer } = await containers('Postgres', 'TEST_DATABASE_URL');
  const container = await new GenericContainer('postgres:18')
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withExposedPorts(5432)
    .start();
  return `postgres://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
});

/** The Kafka a suite may make topics on, as a user who may do everything. */
export async function kafkaSettings(): Promise<TestKafkaSettings> {
  return process.env.KAFKA_SECURITY === 'sasl' ? secureKafkaSettings() : { KAFKA_BROKERS: await kafkaBrokers() };
}

/** The same with TLS, SASL and ACLs. */
export function secureKafkaSettings(): TestKafkaSettings {
  const { env } = process;
  const [brokers, caFile] = [env.TEST_KAFKA_SECURE_BROKERS, env.TEST_KAFKA_TLS_CA_FILE];
  const [username, password] = [env.TEST_KAFKA_SASL_USERNAME, env.TEST_KAFKA_SASL_PASSWORD];
  if (!brokers || !caFile || !username || !password) {
    throw new Error(
      'No Kafka with TLS, SASL and ACLs for the tests: run `make test`, or set TEST_KAFKA_SECURE_BROKERS, …',
    );
  }
  return {
    KAFKA_BROKERS: brokers,
    KAFKA_TLS_CA_FILE: caFile,
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD: password,
  };
}

const kafkaBrokers = once(async () => {
  const local = localServers();
  const configured = process.env.TEST_KAFKA_BROKERS;
  if (configured) return configured;
  if (local && (await isReachable(`kafka://${local.brokers}`))) return local.brokers;
  const { GenericContainer } = await containers('Kafka', 'TEST_KAFKA_BROKERS');
  // The broker announces its own address to clients, so its port must be the same inside and outside.
  const container = await new GenericContainer('apache/kafka:4.3.1')
    .withExposedPorts({ container: 9092, host: 9092 })
    .start();
  return `${container.getHost()}:${container.getMappedPort(9092)}`;
});

/** The servers of a running `make up`, whose password is made for each checkout. */
function localServers(): { database: string; brokers: string } | undefined {
  const home = process.env.REELWRIGHT_HOME ?? join(import.meta.dirname, '../../../.reelwright');
  const file = join(home, 'run/secrets.json');
  if (!existsSync(file)) return undefined;
  const { postgresPassword } = JSON.parse(readFileSync(file, 'utf8')) as { postgresPassword: string };
  const base = Number(process.env.PORT_BASE || 8080);
  return {
    database: `postgres://postgres:${postgresPassword}@127.0.0.1:${base + 40}/postgres`,
    brokers: `127.0.0.1:${base + 41}`,
  };
}

async function containers(server: string, setting: string) {
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
  await getContainerRuntimeClient().catch((cause: unknown) => {
    throw new Error(`No ${server} for the tests: run \`make test\`, start \`make up\`, or set ${setting}.`, { cause });
  });
  return { GenericContainer };
}

function isReachable(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** Looks once in a test process; containers live until it ends. */
function once<Result>(find: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= find();
    return result;
  };
}
