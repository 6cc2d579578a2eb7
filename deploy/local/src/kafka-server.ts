import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from './kafka-certificate.ts';
import { ExpectedError } from './say.ts';
import type { Part } from './supervisor/part.ts';
import { lastLines, runCommand } from './toolchain/command.ts';
import type { KafkaRuntime } from './toolchain/kafka.ts';

export interface KafkaServer {
  readonly runtime: KafkaRuntime;
  readonly dataFolder: string;
  readonly port: number;
  readonly controllerPort: number;
  /** log4j2 configuration of the broker. */
  readonly logging: string;
  readonly security?: KafkaSecurity | undefined;
  /** The name at which other machines reach it. Without one it listens on 127.0.0.1 only. */
  readonly host?: string;
}

/** A listener with TLS and SASL/SCRAM, and ACLs. A client of the plaintext listener may do everything. */
export interface KafkaSecurity {
  readonly port: number;
  /** Without a plaintext listener. */
  readonly only: boolean;
  readonly certificate: Certificate;
  /** May do everything. */
  readonly admin: string;
  /** Have what ACLs grant them. */
  readonly users: readonly string[];
  /** Of all of them. */
  readonly password: string;
}

/** Writes the broker's properties and formats its log folder when it is new. */
export async function initialiseKafka(server: KafkaServer): Promise<void> {
  mkdirSync(server.dataFolder, { recursive: true });
  // It has the password of the broker's own user.
  writeFileSync(propertiesFile(server), properties(server), { mode: 0o600 });
  if (existsSync(join(logFolder(server), 'meta.properties'))) return;
  const { runtime, security } = server;
  const users = security ? [security.admin, ...security.users] : [];
  const { code, output } = await runCommand(runtime.java, [
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-cp',
    classPath(runtime),
    'kafka.tools.StorageTool',
    'format',
    '--ignore-formatted',
    // In one word: one id in 64 begins with a dash and would be taken for an option.
    `--cluster-id=${randomBytes(16).toString('base64url')}`,
    ...users.flatMap((user) => ['--add-scram', `SCRAM-SHA-512=[name=${user},password=${security?.password}]`]),
    '-c',
    propertiesFile(server),
  ]);
  if (code !== 0) throw new ExpectedError(`Kafka could not prepare ${server.dataFolder}:\n${lastLines(output)}`);
}

export function kafkaPart(server: KafkaServer): Part {
  const { runtime, dataFolder, port, controllerPort, logging, security } = server;
  return {
    kind: 'part',
    name: 'kafka',
    after: [],
    command: runtime.java,
    args: [
      '-Xmx224m',
      '-Xms64m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-XX:MaxMetaspaceSize=96m',
      '-XX:ReservedCodeCacheSize=32m',
      '-Xss512k',
      // No statistics for attached tools (20 times a second), and no stop of all threads every second.
      '-XX:-UsePerfData',
      '-XX:+UnlockDiagnosticVMOptions',
      '-XX:GuaranteedSafepointInterval=0',
      '-Djava.awt.headless=true',
      `-Dlog4j2.configurationFile=${logging}`,
      '-cp',
      classPath(runtime),
      'kafka.Kafka',
      propertiesFile(server),
    ],
    env: { LC_ALL: 'C', MALLOC_ARENA_MAX: '2' },
    cwd: dataFolder,
    address: addressOf(server),
    ports: [port, controllerPort, ...(security ? [security.port] : [])],
    ready: { kind: 'tcp', port: security?.only ? security.port : port },
  };
}

/** Where clients reach it; without a plaintext listener the one with TLS. */
export function addressOf({ port, security }: KafkaServer): string {
  return `127.0.0.1:${security?.only ? security.port : port}`;
}

const classPath = ({ lib }: KafkaRuntime) => join(lib, '*');
const propertiesFile = ({ dataFolder }: KafkaServer) => join(dataFolder, 'kraft.properties');
const logFolder = ({ dataFolder }: KafkaServer) => join(dataFolder, 'log');

/** One broker that is its own controller. Replication is 1 because there is only one broker. */
function properties(server: KafkaServer): string {
  const { port, controllerPort, security, host } = server;
  const listenersAt = (address: string) =>
    [
      ...(security?.only ? [] : [`PLAINTEXT://${address}:${port}`]),
      ...(security ? [`SASL_SSL://${address}:${security.port}`] : []),
    ].join(',');
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `${listenersAt(host ? '0.0.0.0' : '127.0.0.1')},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': listenersAt(host ?? '127.0.0.1'),
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': security?.only ? 'SASL_SSL' : 'PLAINTEXT',
    ...(security && securityProperties(security)),
    'log.dirs': logFolder(server),
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    // 60 days: the offsets of a replay must be kept for longer than the dead letters.
    'offsets.retention.minutes': 86_400,
    'group.initial.rebalance.delay.ms': 0,
    'auto.create.topics.enable': false,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'num.partitions': 1,
    // Off: empty records twice a second, which only followers need to detect a failure.
    'metadata.max.idle.interval.ms': 0,
    'log.cleaner.dedupe.buffer.size': 2_097_152,
    // Segments are preallocated as index files: small ones keep forty partitions small on disk.
    'log.index.size.max.bytes': 1_048_576,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function securityProperties({ certificate, admin, password }: KafkaSecurity) {
  return {
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    // The broker itself calls its controller without TLS and user, as clients of the plaintext listener do.
    'super.users': `User:${admin};User:ANONYMOUS`,
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': `org.apache.kafka.common.security.scram.ScramLoginModule required username="${admin}" password="${password}";`,
    'ssl.keystore.type': 'PKCS12',
    'ssl.keystore.location': certificate.keystore,
    'ssl.keystore.password': certificate.password,
    'ssl.key.password': certificate.password,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': certificate.caFile,
  };
}
