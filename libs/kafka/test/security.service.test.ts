import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { deadLetterTopic, events, topics } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { createLogger, silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createDatabase, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestTopics, eventually } from '@reelwright/testing';
import {
  createConsumer,
  createLogReader,
  createPublisher,
  type EventConsumer,
  type InboxTables,
  type KafkaConnection,
  kafkaConnection,
  on,
  requireAccepted,
} from '../src/index.ts';

// Billing owns a topic, reads auth's, and has no permission on those of drive.
const USER = 'billing';
const letters = deadLetterTopic(topics.auth, USER);

let kafka: Awaited<ReturnType<typeof createTestTopics>>;
let database: ReturnType<typeof createDatabase<InboxTables>>;
let connection: KafkaConnection;
let dropDatabase: () => Promise<void>;
const consumers: EventConsumer[] = [];

beforeAll(async () => {
  kafka = await createTestTopics([topics.auth, topics.billing, topics.drive, letters], { user: USER, isSecure: true });
  connection = kafkaConnection(kafka.settings);
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (url: string) => runMigrations({ url, migrations, logger: silentLogger });
  const { url, drop } = await createTestDatabase({ name: 'kafka-security', migrate });
  database = createDatabase<InboxTables>({ url, logger: silentLogger, applicationName: 'kafka security' });
  dropDatabase = drop;
}, 60_000);
afterEach(async () => {
  for (const consumer of consumers.splice(0)) await consumer.stop();
});
afterAll(async () => {
  await database.stop();
  await dropDatabase();
  await kafka.drop();
});

const client = (as: KafkaConnection = connection) => ({
  ...as,
  clientId: USER,
  logger: silentLogger,
  topicPrefix: kafka.prefix,
});

function message(topic: string, userId: string) {
  const { name, codec } = events.UserDeleted;
  const headers = {
    'event-id': crypto.randomUUID(),
    'event-type': name,
    'occurred-at': new Date().toISOString(),
  };
  return { topic, key: userId, value: codec.encode({ userId, revision: 1 }).finish(), headers };
}

/** Publishes as a user who may do everything. */
async function publish(topic: string, userId: string): Promise<void> {
  const publisher = createPublisher(client(kafka.connection));
  await publisher.publish([message(topic, userId)]);
  await publisher.stop();
}

/** A consumer of deleted users, and the lines that it logs. */
function consume(as: KafkaConnection, group: string, handle: (userId: string) => Promise<void>) {
  const lines: { level: string; msg: string; topic?: string; kafka?: { message: string } }[] = [];
  const logger = createLogger({ service: 'test', level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) });
  const publisher = createPublisher(client());
  const consumer = createConsumer<InboxTables>({
    ...client(as),
    logger,
    group,
    db: database.db,
    publisher,
    metrics: createMetrics({ service: 'test', processMetrics: false }),
    subscriptions: [on(events.UserDeleted, async (_trx, { payload }) => handle(payload.userId))],
  });
  consumers.push({ ...consumer, stop: () => consumer.stop().then(() => publisher.stop()) });
  void consumer.start();
  return { consumer, errors: () => lines.filter(({ level }) => level === 'error').map(({ msg }) => msg), lines };
}

describe('a user with the permissions of access.yaml', () => {
  it('publishes to its topic, and looks up what it has published', async () => {
    const publisher = createPublisher(client());
    const [position] = await publisher.publish([message(topics.billing, 'u1')]);
    await publisher.stop();
    const log = createLogReader(client());
    const ends = await log.ends([topics.billing]);
    expect(ends).toContainEqual({ ...position, begin: 0 });
    const keys: string[] = [];
    await log.read(
      ends.map((end) => ({ ...end, offset: 0 })),
      ends,
      async ({ key }) => {
        keys.push(key);
        return true;
      },
    );
    expect(keys).toEqual(['u1']);
  });

  it('consumes, writes dead letters, and an operator replays those of the topic that the log names', async () => {
    const seen: string[] = [];
    let fails = true;
    const { consumer, errors, lines } = consume(connection, USER, async (userId) => {
      if (fails) throw new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
      seen.push(userId);
    });
    await eventually(() => consumer.ready(), { timeoutMs: 20_000 });
    await publish(topics.auth, 'u2');
    await eventually(() => expect(errors()).toEqual(['event becomes a dead letter']));
    fails = false;
    const operator = await createTestTopics([], { user: 'operator', isSecure: true, prefix: kafka.prefix });
    const command = join(import.meta.dirname, '../src/replay-command.ts');
    const topic = lines.find(({ level }) => level === 'error')?.topic;
    const args = ['--topic', String(topic), '--group', USER, '--topic-prefix', kafka.prefix];
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], {
      env: { PATH: process.env.PATH, ...operator.settings },
    });
    expect(stdout).toBe(`1 dead letter of ${USER} published again to ${topics.auth}.\n`);
    await eventually(() => expect(seen).toEqual(['u2']));
    await operator.drop();
  }, 60_000);

  it('publishes to no other topic', async () => {
    const publisher = createPublisher(client());
    await expect(publisher.publish([message(topics.drive, 'u1')])).rejects.toMatchObject({
      code: 'KAFKA_REFUSES',
      message: expect.stringMatching(
        /^Kafka lacks a permission of the user 'billing' \(.*\): deploy\/kafka\/access.yaml/,
      ),
    });
    await publisher.stop();
  });

  it('reads in no other group: one line says so, however often it is tried', async () => {
    const { consumer, errors, lines } = consume(connection, 'drive', async () => undefined);
    const tries = () => lines.filter(({ kafka }) => kafka?.message.includes('Crash')).length;
    await eventually(() => expect(tries()).toBeGreaterThan(1), { timeoutMs: 25_000 });
    expect(errors()).toEqual([
      expect.stringMatching(
        /^Kafka lacks a permission of the user 'billing' .* No events are read until this is corrected$/,
      ),
    ]);
    await expect(consumer.ready()).rejects.toMatchObject({ code: 'CONSUMER_NOT_JOINED' });
  }, 40_000);
});

describe('a client that the brokers refuse', () => {
  const accepted = (as: Partial<KafkaConnection>) => requireAccepted(client({ ...connection, ...as }));
  const port = () => connection.brokers.split(':').at(-1);

  it('is told which setting is wrong', async () => {
    await accepted({});
    await expect(accepted({ sasl: { username: USER, password: 'another' } })).rejects.toThrow(
      "Kafka refuses the user 'billing': check KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD",
    );
    await expect(accepted({ sasl: { username: 'nobody', password: 'secret' } })).rejects.toThrow(
      "Kafka refuses the user 'nobody': check KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD",
    );
    await expect(accepted({ sasl: undefined })).rejects.toThrow(
      'Kafka closes the connection of a client without a user: set KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD',
    );
    await expect(accepted({ tls: { ca: rootCertificates[0] } })).rejects.toThrow(
      /^Kafka's certificate is not trusted \(.+\): check KAFKA_TLS_CA_FILE and the host names of KAFKA_BROKERS$/,
    );
    await expect(accepted({ brokers: `localhost:${port()}` })).rejects.toThrow(
      /^Kafka's certificate is not trusted \(.*localhost.*\): check KAFKA_TLS_CA_FILE/,
    );
    await expect(accepted({ tls: undefined })).rejects.toThrow(
      'Kafka speaks TLS at the address of KAFKA_BROKERS: set KAFKA_TLS_CA_FILE, or KAFKA_TLS if its CA is a public one',
    );
    await expect(accepted({ tls: undefined, sasl: undefined })).rejects.toThrow('Kafka speaks TLS');
  }, 40_000);

  it('is not one whose broker is away', async () => {
    await expect(accepted({ brokers: '127.0.0.1:1' })).resolves.toBeUndefined();
  });

  it('logs one line as a consumer, however often it tries', async () => {
    const as = { ...connection, sasl: { username: USER, password: 'another' } };
    const { errors, lines } = consume(as, USER, async () => undefined);
    const failures = () => lines.filter(({ kafka }) => kafka?.message.includes('authentication failed')).length;
    // kafkajs logs each twice.
    await eventually(() => expect(failures()).toBeGreaterThan(4), { timeoutMs: 25_000 });
    expect(errors()).toEqual([
      "Kafka refuses the user 'billing': check KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD. No events are read until this is corrected",
    ]);
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
  }, 40_000);
});

describe('kafkaConnection', () => {
  it('is plaintext without settings, and has TLS with a CA of its own or a public one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kafka-ca-'));
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, 'a certificate');
    expect(kafkaConnection({ KAFKA_BROKERS: 'a:1,b:2' })).toEqual({ brokers: 'a:1,b:2' });
    expect(kafkaConnection({ KAFKA_BROKERS: 'a:1', KAFKA_TLS: true })).toEqual({ brokers: 'a:1', tls: {} });
    expect(kafkaConnection({ KAFKA_BROKERS: 'a:1', KAFKA_TLS_CA_FILE: caFile })).toEqual({
      brokers: 'a:1',
      tls: { ca: 'a certificate' },
    });
    rmSync(folder, { recursive: true });
    expect(() => kafkaConnection({ KAFKA_BROKERS: 'a:1', KAFKA_TLS_CA_FILE: caFile })).toThrow(
      /^the file of KAFKA_TLS_CA_FILE cannot be read: ENOENT/,
    );
  });

  it('takes a user and a password, or neither', () => {
    const sasl = { KAFKA_SASL_USERNAME: 'billing', KAFKA_SASL_PASSWORD: 'secret' };
    expect(kafkaConnection({ KAFKA_BROKERS: 'a:1', ...sasl })).toEqual({
      brokers: 'a:1',
      sasl: { username: 'billing', password: 'secret' },
    });
    expect(() => kafkaConnection({ KAFKA_BROKERS: 'a:1', KAFKA_SASL_USERNAME: 'billing' })).toThrow(
      'KAFKA_SASL_USERNAME is set without KAFKA_SASL_PASSWORD',
    );
    expect(() => kafkaConnection({ KAFKA_BROKERS: 'a:1', KAFKA_SASL_PASSWORD: 'secret' })).toThrow(
      'KAFKA_SASL_PASSWORD is set without KAFKA_SASL_USERNAME',
    );
  });
});
