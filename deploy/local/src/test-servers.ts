import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePorts } from '@reelwright/testing/free-ports';
import type { Folders } from './folders.ts';
import { prepareKafkaSecurity, wantsOnlySasl } from './kafka-security.ts';
import { addressOf, initialiseKafka, type KafkaServer, kafkaPart } from './kafka-server.ts';
import { makePostgresCertificate } from './postgres-certificate.ts';
import {
  adminUrl,
  hiddenPostgresFolder,
  initialisePostgres,
  type PostgresServer,
  postgresDataFolder,
  postgresPart,
} from './postgres-server.ts';
import { initialiseS3, removeS3Sockets, type S3Server, s3Credentials, s3Endpoint, s3Part } from './s3-server.ts';
import { ExpectedError } from './say.ts';
import type { Part } from './supervisor/part.ts';
import { cleanLeftovers } from './supervisor/stop.ts';
import { supervise } from './supervisor/supervise.ts';
import { ensureKafka } from './toolchain/kafka.ts';
import { ensurePostgres } from './toolchain/postgres.ts';
import { ensureSeaweedfs } from './toolchain/seaweedfs.ts';

export interface TestServers {
  /** TEST_DATABASE_* and TEST_KAFKA_*; with S3 TEST_S3_ENDPOINT and its credentials too. */
  readonly env: Record<string, string>;
  readonly stop: () => Promise<void>;
}

interface Purpose {
  /** Folder below the stack's own, so that a bench and the tests may run beside each other. */
  readonly folder: string;
  readonly postgres: Readonly<Record<string, string>>;
  /** Whether Postgres offers TLS too. */
  readonly postgresTls?: boolean;
  /** Left out for Postgres alone. `secured`: it has a listener with TLS, SASL and ACLs too, with KAFKA_SECURITY=sasl no other. */
  readonly kafka?: 'plain' | 'secured';
  readonly s3?: boolean;
  /** Servers beside these. */
  readonly extraServers?: readonly Part[];
}

// Test data need not survive a power cut.
export const TESTS: Purpose = {
  folder: 'test',
  kafka: 'secured',
  postgresTls: true,
  postgres: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
};

/** The servers that the environment names, else new ones on free ports, which are deleted with their data after the tests. */
export async function startTestServers(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  purpose: Purpose = TESTS,
): Promise<TestServers> {
  const home = join(folders.home, purpose.folder);
  const run = join(home, 'run');
  const logs = join(run, 'logs');
  await cleanLeftovers(run);
  dropServerFolders(home);
  mkdirSync(logs, { recursive: true });
  const [postgres, kafka, s3] = await Promise.all([
    env.TEST_DATABASE_URL ? undefined : preparePostgres(folders, env, home, purpose),
    env.TEST_KAFKA_BROKERS || !purpose.kafka
      ? undefined
      : prepareKafka(folders, env, home, purpose.kafka === 'secured'),
    env.TEST_S3_ENDPOINT || !purpose.s3 ? undefined : prepareS3(folders, home),
  ]);
  const commands = [
    ...(postgres ? [postgresPart(postgres)] : []),
    ...(kafka ? [kafkaPart(kafka)] : []),
    ...(s3 ? [s3Part(s3)] : []),
    ...(purpose.extraServers ?? []),
  ];
  const ending = new AbortController();
  const isUp = Promise.withResolvers<void>();
  const supervision = supervise({
    commands,
    run,
    logs,
    url: '',
    say: (line) => {
      // Only lines about a crash are printed.
      if (!line.startsWith('  ')) process.stdout.write(`${line}\n`);
    },
    stop: ending.signal,
    onReady: isUp.resolve,
    startAttempts: 3,
  });
  const problem = await Promise.race([isUp.promise.then(() => undefined), supervision]);
  if (problem) throw new ExpectedError(`The servers for this run could not start: ${problem}`);
  return {
    env: {
      TEST_DATABASE_URL: env.TEST_DATABASE_URL || (postgres ? adminUrl(postgres) : ''),
      ...(postgres && purpose.postgresTls && { TEST_DATABASE_TLS_CA_FILE: postgresCaFile(home) }),
      ...(kafka && kafkaEnv(kafka)),
      ...(s3 && { TEST_S3_ENDPOINT: s3Endpoint(s3), ...s3Credentials(s3) }),
    },
    stop: async () => {
      ending.abort();
      await supervision;
      if (s3) removeS3Sockets(s3);
      dropServerFolders(home);
    },
  };
}

async function preparePostgres(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  home: string,
  { postgres: settings, postgresTls: hasTls = false }: Purpose,
): Promise<PostgresServer> {
  const { value: binaries } = await ensurePostgres(folders, env);
  const [port = 0] = await freePorts(1);
  const server = {
    binaries,
    dataFolder: postgresDataFolder(home, binaries),
    port,
    password: randomBytes(12).toString('hex'),
    settings: { ...settings, ...(hasTls && { ssl: 'on' }) },
  };
  await initialisePostgres(server);
  if (hasTls) await makePostgresCertificate(server, postgresCaFile(home));
  return server;
}

async function prepareKafka(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  home: string,
  isSecured: boolean,
): Promise<KafkaServer> {
  const { value: runtime } = await ensureKafka(folders, env);
  const [port = 0, controllerPort = 0, securedPort = 0] = await freePorts(3);
  const dataFolder = join(home, 'kafka');
  const security = isSecured
    ? await prepareKafkaSecurity({
        root: folders.root,
        runtime,
        folder: dataFolder,
        port: securedPort,
        password: randomBytes(12).toString('hex'),
        only: wantsOnlySasl(env),
      })
    : undefined;
  const server = {
    runtime,
    dataFolder,
    port,
    controllerPort,
    logging: join(folders.root, 'deploy/local/kafka/log4j2.yaml'),
    security,
  };
  await initialiseKafka(server);
  return server;
}

async function prepareS3(folders: Folders, home: string): Promise<S3Server> {
  const [http = 0, master = 0, masterGrpc = 0, volume = 0, volumeGrpc = 0, filer = 0, filerGrpc = 0, grpc = 0] =
    await freePorts(8);
  const server: S3Server = {
    command: await ensureSeaweedfs(folders),
    dataFolder: s3Folder(home),
    ports: { http, master, masterGrpc, volume, volumeGrpc, filer, filerGrpc, grpc },
    accessKeyId: 'tests',
    secretAccessKey: randomBytes(12).toString('hex'),
  };
  initialiseS3(server);
  return server;
}

const postgresCaFile = (home: string) => join(home, 'postgres-ca.pem');
const s3Folder = (home: string) => join(home, 's3');

function kafkaEnv(kafka: KafkaServer): Record<string, string> {
  const { security } = kafka;
  return {
    TEST_KAFKA_BROKERS: addressOf(kafka),
    ...(security && {
      TEST_KAFKA_SECURE_BROKERS: `127.0.0.1:${security.port}`,
      TEST_KAFKA_TLS_CA_FILE: security.certificate.caFile,
      TEST_KAFKA_SASL_USERNAME: security.admin,
      TEST_KAFKA_SASL_PASSWORD: security.password,
    }),
  };
}

function dropServerFolders(home: string): void {
  const folders = [join(home, 'postgres-18'), join(home, 'kafka'), s3Folder(home), dirname(hiddenPostgresFolder(home))];
  rmSync(postgresCaFile(home), { force: true });
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
