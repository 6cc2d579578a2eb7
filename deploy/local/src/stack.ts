import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrls } from './databases.ts';
import type { Folders } from './folders.ts';
import { kafkaFolder, prepareKafkaSecurity, wantsOnlySasl } from './kafka-security.ts';
import { initialiseKafka, type KafkaServer } from './kafka-server.ts';
import type { Stack } from './parts.ts';
import { type Ports, replicasFrom } from './ports.ts';
import { adminUrl, initialisePostgres, type PostgresServer, postgresDataFolder } from './postgres-server.ts';
import { initialiseS3, type S3Server, wantsS3 } from './s3-server.ts';
import { columns, ExpectedError } from './say.ts';
import { ensureIdentityKeys, ensureSecrets } from './secrets.ts';
import { ensureEnvoy } from './toolchain/envoy.ts';
import { ensureFfmpeg } from './toolchain/ffmpeg.ts';
import { ensureKafka } from './toolchain/kafka.ts';
import { ensurePostgres } from './toolchain/postgres.ts';
import { ensureSeaweedfs } from './toolchain/seaweedfs.ts';
import type { Tool } from './toolchain/tool.ts';

export interface StackOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly folders: Folders;
  readonly ports: Ports;
  readonly say: (line: string) => void;
}

/** Of the eight services, each with a pool of 10 and those that wait for notices. Two replicas fit in the default. */
const CONNECTIONS_A_REPLICA = 120;

/** Databases and their events and objects belong together: with those of another server, work would be lost. */
function refuseOther(folder: string, setting: string, isSet: boolean): void {
  if (!existsSync(folder)) return;
  const [before, now] = isSet ? ['without', 'with'] : ['with', 'without'];
  throw new ExpectedError(
    `This stack's data was made ${before} ${setting}, and it is started ${now} it: change that, 'make reset' first, or choose another REELWRIGHT_HOME.`,
  );
}

/** Brings every tool, creates everything that the first part needs, and prints where each tool comes from. */
export async function prepareStack(options: StackOptions): Promise<Stack> {
  const { env, folders, ports } = options;
  const [onlySasl, ownS3] = [wantsOnlySasl(env), wantsS3(env) && !env.OBJECT_STORE_URL];
  if (!env.KAFKA_BROKERS) refuseOther(kafkaFolder(folders.data, !onlySasl), 'KAFKA_SECURITY=sasl', onlySasl);
  if (!env.OBJECT_STORE_URL) refuseOther(join(folders.data, ownS3 ? 'media' : 's3'), 'OBJECT_STORE=s3', ownS3);
  const secrets = ensureSecrets(folders.run);
  const printSource = <T>(tool: Promise<Tool<T>>): Promise<T> =>
    tool.then(({ name, value, source }) => {
      options.say(columns(name, source));
      return value;
    });
  const [postgres, kafka, s3, envoy, ffmpeg] = await Promise.all([
    env.DATABASE_URL
      ? undefined
      : printSource(ensurePostgres(folders, env)).then((binaries) => preparePostgres(binaries)),
    env.KAFKA_BROKERS ? undefined : printSource(ensureKafka(folders, env)).then((runtime) => prepareKafka(runtime)),
    ownS3 ? ensureSeaweedfs(folders).then((command) => prepareS3(command)) : undefined,
    printSource(ensureEnvoy(folders)),
    printSource(ensureFfmpeg(env)),
  ]);
  const adminDatabaseUrl =
    env.DATABASE_URL || adminUrl({ port: ports.postgres.server, password: secrets.postgresPassword });
  return {
    env,
    folders,
    ports,
    publicUrl: `http://localhost:${ports.gateway.http}`,
    secrets,
    identity: ensureIdentityKeys(folders.run),
    databases: databaseUrls(adminDatabaseUrl),
    brokers: env.KAFKA_BROKERS || `127.0.0.1:${ports.kafka.broker}`,
    isKafkaSecured: kafka?.security !== undefined,
    s3,
    ffmpeg,
    envoy,
    postgres,
    kafka,
    adminDatabaseUrl,
  };

  async function preparePostgres(binaries: PostgresServer['binaries']): Promise<PostgresServer> {
    const dataFolder = postgresDataFolder(folders.data, binaries);
    const replicas = replicasFrom(env);
    const server: PostgresServer = {
      binaries,
      dataFolder,
      port: ports.postgres.server,
      password: secrets.postgresPassword,
      ...(replicas > 2 && { settings: { max_connections: String(replicas * CONNECTIONS_A_REPLICA) } }),
    };
    await initialisePostgres(server);
    return server;
  }

  async function prepareKafka(runtime: KafkaServer['runtime']): Promise<KafkaServer> {
    const logging = join(folders.root, 'deploy/local/kafka/log4j2.yaml');
    const { broker: port, controller: controllerPort } = ports.kafka;
    const dataFolder = kafkaFolder(folders.data, onlySasl);
    const security = onlySasl
      ? await prepareKafkaSecurity({
          root: folders.root,
          runtime,
          folder: dataFolder,
          port,
          password: secrets.kafkaPassword,
          only: true,
        })
      : undefined;
    const server = { runtime, dataFolder, port, controllerPort, logging, security };
    await initialiseKafka(server);
    return server;
  }

  function prepareS3(command: string): S3Server {
    const server: S3Server = {
      command,
      dataFolder: join(folders.data, 's3'),
      ports: ports.s3,
      accessKeyId: 'reelwright',
      secretAccessKey: secrets.s3SecretAccessKey,
    };
    initialiseS3(server);
    return server;
  }
}
