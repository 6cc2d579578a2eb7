import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN } from './kafka-security.ts';
import { type KafkaServer, kafkaPart } from './kafka-server.ts';
import { replicaHosts, replicaNames, replicasFrom, SERVICES } from './ports.ts';
import { type PostgresServer, postgresPart } from './postgres-server.ts';
import { ALLOCATOR, PROCESS_FLAGS, UPLOAD_SETTINGS } from './process-settings.ts';
import { s3Credentials, s3Endpoint, s3Part } from './s3-server.ts';
import {
  BUCKET,
  inherited,
  kafkaEnv,
  mediaRedirectEnv,
  type StackSettings,
  sandboxEnv,
  serviceEnv,
} from './service-env.ts';
import type { Command, Part, Step } from './supervisor/part.ts';

export interface Stack extends StackSettings {
  /** Undefined when the environment names another server. */
  readonly postgres: PostgresServer | undefined;
  readonly kafka: KafkaServer | undefined;
  readonly adminDatabaseUrl: string;
  readonly envoy: string;
}

const NODE_FLAGS = [...PROCESS_FLAGS, '--max-old-space-size=192'];

/**
 * Everything `make up` starts. Each is listed after what it waits for; those that wait for nothing start together.
 * Leaves out what has no files in this checkout, and what TEST_WITHOUT names (`drive,web`; for tests).
 */
export function commandsOf(stack: Stack): Command[] {
  const { postgres, kafka, s3 } = stack;
  const commands = [
    postgres && postgresPart(postgres),
    kafka && kafkaPart(kafka),
    s3 && s3Part(s3),
    migrateStep(stack),
    topicsStep(stack),
    grantsStep(stack),
    bucketStep(stack),
    sandboxPart(stack),
    ...SERVICES.flatMap((service) => serviceParts(service, stack)),
    webBundleStep(stack),
    webPart(stack),
    ...gateway(stack),
  ];
  const excluded = (stack.env.TEST_WITHOUT ?? '').split(',');
  const present = commands.filter((command) => command !== undefined).filter(({ name }) => !excluded.includes(name));
  const names = new Set(present.map(({ name }) => name));
  return present.map((command) => ({ ...command, after: command.after.filter((name) => names.has(name)) }));
}

function migrateStep(stack: Stack): Step {
  return scriptStep('migrate', ['postgres'], stack, { ADMIN_DATABASE_URL: stack.adminDatabaseUrl });
}

function topicsStep(stack: Stack): Step | undefined {
  if (!existsSync(join(stack.folders.root, 'deploy/kafka/topics.yaml'))) return undefined;
  return scriptStep('topics', ['kafka'], stack, kafkaEnv(stack, ADMIN));
}

function grantsStep(stack: Stack): Step | undefined {
  return stack.isKafkaSecured ? scriptStep('grants', ['kafka'], stack, kafkaEnv(stack, ADMIN)) : undefined;
}

function bucketStep(stack: Stack): Step | undefined {
  const { s3 } = stack;
  if (!s3) return undefined;
  return scriptStep('bucket', ['s3'], stack, { S3_ENDPOINT: s3Endpoint(s3), S3_BUCKET: BUCKET, ...s3Credentials(s3) });
}

function sandboxPart(stack: Stack): Part | undefined {
  const { console, ...providers } = stack.ports.sandbox;
  return nodePart(stack, {
    name: 'sandbox',
    after: ['migrate'],
    main: 'deploy/sandbox/src/main.ts',
    env: sandboxEnv(stack),
    address: `http://localhost:${console}`,
    ports: [console, ...Object.values(providers)],
    ready: { kind: 'tcp', port: console },
  });
}

function serviceParts(service: (typeof SERVICES)[number], stack: Stack): (Part | undefined)[] {
  const ports = stack.ports[service];
  const main = testMains(stack.env).get(service);
  // A fail point is a checkpoint at which the process dies once a file in this folder arms it.
  const failPoints = { FAIL_POINTS_FOLDER: join(stack.folders.home, 'fail-points') };
  const { flags, env } = service === 'external-api' ? UPLOAD_SETTINGS : { flags: [], env: {} };
  const replicas = replicasFrom(stack.env);
  const hosts = replicaHosts(replicas);
  return replicaNames(service, replicas).map((name, index) =>
    nodePart(stack, {
      name,
      flags,
      after: ['migrate', 'topics', 'grants', 'bucket'],
      main: main ?? `services/${service}/src/main.ts`,
      env: { ...serviceEnv(service, stack), HTTP_HOST: hosts[index], ...env, ...(main && failPoints) },
      address: `http://${hosts[index]}:${ports.http}`,
      host: hosts[index],
      ports: Object.values(ports),
      ready: { kind: 'http', url: `http://${hosts[index]}:${ports.ops}/readyz` },
    }),
  );
}

/** Other programs to start services from, as `TEST_MAINS=drive=services/drive/test/crashing-main.ts,…`: for tests only. */
function testMains({ TEST_MAINS }: NodeJS.ProcessEnv): Map<string, string> {
  const pairs = (TEST_MAINS ?? '').split(',').filter(Boolean);
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

function webBundleStep(stack: Stack): Step | undefined {
  return existsSync(join(stack.folders.root, 'web/vite.config.ts'))
    ? scriptStep('web-bundle', [], stack, {})
    : undefined;
}

function webPart(stack: Stack): Part | undefined {
  const port = stack.ports.web.http;
  return nodePart(stack, {
    name: 'web',
    after: ['web-bundle'],
    main: 'web/server/main.ts',
    env: {
      ...inherited(stack.env),
      NODE_ENV: 'production',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(port),
      PUBLIC_URL: stack.publicUrl,
      LOG_LEVEL: stack.env.LOG_LEVEL || 'info',
      ...mediaRedirectEnv(stack),
    },
    address: `http://127.0.0.1:${port}`,
    ports: [port],
    ready: { kind: 'http', url: `http://127.0.0.1:${port}/readyz` },
  });
}

/** Envoy's configuration is rendered at each start, from the same route table as the cluster's. */
function gateway(stack: Stack): Command[] {
  const { folders, ports, env } = stack;
  if (!existsSync(join(folders.root, 'gateway/render.ts'))) return [];
  const config = join(folders.run, 'envoy.yaml');
  const base = String(ports.gateway.http);
  const replicas = replicasFrom(env);
  return [
    {
      kind: 'step',
      name: 'gateway-config',
      after: [],
      command: process.execPath,
      args: [
        ...NODE_FLAGS,
        join(folders.root, 'gateway/render.ts'),
        ...['--local', '--port-base', base, '--replicas', String(replicas), '--out', config],
      ],
      env: nodeEnv(inherited(env), stack),
      cwd: folders.root,
    },
    {
      kind: 'part',
      name: 'gateway',
      after: ['gateway-config', 'web', ...SERVICES.flatMap((service) => replicaNames(service, replicas))],
      command: process.execPath,
      args: [...NODE_FLAGS, join(folders.root, 'gateway/run-envoy.ts'), stack.envoy, config, '--log-level', 'warn'],
      env: inherited(env),
      cwd: folders.run,
      address: stack.publicUrl,
      ports: Object.values(ports.gateway),
      ready: { kind: 'http', url: `http://127.0.0.1:${ports.gateway.admin}/ready` },
    },
  ];
}

type NodePart = Omit<Part, 'kind' | 'command' | 'args' | 'cwd'> & {
  readonly main: string;
  readonly flags?: readonly string[];
};

function nodePart(stack: Stack, { main, flags = [], ...part }: NodePart): Part | undefined {
  const path = join(stack.folders.root, main);
  if (!existsSync(path)) return undefined;
  const cwd = join(stack.folders.root, main.slice(0, main.lastIndexOf('/')), '..');
  return {
    ...part,
    kind: 'part',
    command: process.execPath,
    args: [...NODE_FLAGS, ...flags, path],
    env: nodeEnv(part.env, stack),
    cwd,
  };
}

/** Runs `<name>.ts` of this folder as a step. */
function scriptStep(name: string, after: readonly string[], stack: Stack, env: NodeJS.ProcessEnv): Step {
  const { folders } = stack;
  return {
    kind: 'step',
    name,
    after,
    command: process.execPath,
    args: [...NODE_FLAGS, join(import.meta.dirname, `${name}.ts`)],
    env: nodeEnv({ ...inherited(stack.env), REELWRIGHT_HOME: folders.home, ...env }, stack),
    cwd: folders.root,
  };
}

/** Compiled code is kept between starts: stripping types from the same files again is a third of a service's start. */
function nodeEnv(env: NodeJS.ProcessEnv, { folders }: Stack): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: join(folders.run, 'compile-cache'), ...ALLOCATOR, ...env };
}
