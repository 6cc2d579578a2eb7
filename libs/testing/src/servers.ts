import { randomBytes } from 'node:crypto';
import { clientConfig, kafkaConnection } from '@reelwright/kafka';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { type Backup, backUp } from './backup.ts';
import { eventually } from './eventually.ts';
import { databaseUrl, kafkaSettings, secureKafkaSettings } from './find-servers.ts';
import { grantAccess, isKafkaUser } from './kafka-access.ts';

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

/** The URL of a database of the tests' server, by TLS with a verified certificate. */
export function urlWithTls(url: string): string {
  const caFile = process.env.TEST_DATABASE_TLS_CA_FILE;
  if (!caFile)
    throw new Error('No Postgres with TLS for the tests: run `make test`, or set TEST_DATABASE_TLS_CA_FILE.');
  const secure = new URL(url);
  secure.searchParams.set('sslmode', 'verify-full');
  secure.searchParams.set('sslrootcert', caFile);
  return secure.href;
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

interface TopicOptions {
  /** A user of deploy/kafka/access.yaml, if Kafka has users: it gets what the file lists. */
  readonly user?: string;
  /** On the listener with TLS, SASL and ACLs, whatever the others use. */
  readonly isSecure?: boolean;
  /** Of topics that exist already; a new one when left out. */
  readonly prefix?: string;
}

/** Makes the topics, if any, under a prefix that no other test file has. */
export async function createTestTopics(topics: readonly string[], options: TopicOptions = {}) {
  const { user, isSecure = false, prefix = `t${randomBytes(5).toString('hex')}.` } = options;
  const settings = isSecure ? secureKafkaSettings() : await kafkaSettings();
  const connection = kafkaConnection(settings);
  const kafka = new Kafka({ ...clientConfig(connection), clientId: 'tests', logLevel: logLevel.NOTHING });
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
  const hasOwnUser = user !== undefined && settings.KAFKA_SASL_USERNAME !== undefined && isKafkaUser(user);
  const withdrawAccess = hasOwnUser ? await grantAccess(admin, user, prefix) : undefined;
  return {
    prefix,
    /** May do everything, as `kafka` may. */
    connection,
    /** The user's, as the settings of a service. */
    settings: hasOwnUser ? { ...settings, KAFKA_SASL_USERNAME: user } : settings,
    kafka,
    async drop() {
      if (names.length > 0) await admin.deleteTopics({ topics: names });
      await withdrawAccess?.();
      await admin.disconnect();
    },
  };
}
