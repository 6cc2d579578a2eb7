import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deadLetterTopic, type EventType, rpcAccess, topics } from '@reelwright/contracts';
import {
  type Client,
  type ClientConstructor,
  createGrpcClient,
  createGrpcServer,
  type GrpcClient,
  type GrpcServer,
  type GrpcServerOptions,
} from '@reelwright/grpc';
import { createIdentitySigner, createIdentityVerifier } from '@reelwright/identity';
import { createPublisher } from '@reelwright/kafka';
import { type Component, startAll, stopAll } from '@reelwright/lifecycle';
import { silentLogger as logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import { createTestIdentity } from './identity.ts';
import { migratedTemplate } from './migrated-template.ts';
import { createTestDatabase, createTestTopics } from './servers.ts';

/** An event of the outbox, named by the last part of its type. */
export interface StoredEvent {
  readonly type: string;
  readonly payload: Record<string, unknown>;
}

/**
 * Creates a service's surroundings for its own tests: a migrated database, topics, keys and a folder. What is started
 * here is stopped by `stop`, and all of it is removed.
 */
export async function createTestService(options: {
  name: string;
  /** The name of its database on the server; the service's when left out. */
  databaseName?: string;
  /** The service's migrations. */
  migrations: string;
  /** Other services that have keys. */
  callers?: readonly string[];
  /** All, when left out. */
  topics?: readonly string[];
  /** The topics whose dead letters a test reads. */
  deadLetters?: readonly string[];
}) {
  const { name, callers = [], deadLetters = [] } = options;
  const template = await migratedTemplate(options.migrations);
  const [database, kafka, identity] = await Promise.all([
    createTestDatabase({ name: options.databaseName ?? name, template }),
    createTestTopics(
      [...(options.topics ?? Object.values(topics)), ...deadLetters.map((topic) => deadLetterTopic(topic, name))],
      { user: name },
    ),
    createTestIdentity([name, ...callers]),
  ]);
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const publisher = createPublisher({
    ...kafka.connection,
    topicPrefix: kafka.prefix,
    clientId: 'test',
    logger,
  });
  const running: Component[] = [publisher];

  async function start(components: readonly Component[]): Promise<void> {
    await startAll(components, logger);
    running.push(...components);
  }

  return {
    database,
    kafka,
    identity,
    folder,
    /** The settings of every service. */
    settings: {
      ENVIRONMENT: 'development' as const,
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: 0,
      GRPC_PORT: 0,
      OPS_PORT: 0,
      DATABASE_URL: database.url,
      ...kafka.settings,
      KAFKA_TOPIC_PREFIX: kafka.prefix,
      PUBLIC_URL: 'http://localhost:8080',
      IDENTITY_JWKS_FILE: identity.jwksFile,
      IDENTITY_KEY_FILE: identity.keyFile(name),
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: 0,
      STOP_SECONDS: 8,
      TRUSTED_PROXIES: 1,
    },
    start,
    /** Serves rpcs of other services. @returns the address */
    async serve(services: GrpcServerOptions['services']): Promise<string> {
      const verifier = createIdentityVerifier({ jwksFile: identity.jwksFile });
      const server = createGrpcServer({ host: '127.0.0.1', port: 0, logger, verifier, access: rpcAccess, services });
      await start([server]);
      return `127.0.0.1:${server.port()}`;
    },
    /** Calls rpcs of the service as one of `callers` does. */
    async client<C extends Client>(
      caller: string,
      Constructor: ClientConstructor<C>,
      server: Pick<GrpcServer, 'port'>,
    ): Promise<GrpcClient<C>> {
      const signer = createIdentitySigner({ issuer: caller, keyFile: identity.keyFile(caller) });
      const client = createGrpcClient(Constructor, { address: `127.0.0.1:${server.port()}`, signer });
      await start([client]);
      return client;
    },
    /** Publishes an event as another service does; fields that are left out are empty. @returns its id */
    async publish<Payload extends { userId: string }>(
      event: EventType<Payload>,
      payload: Partial<Payload> & { userId: string },
      { id = randomUUID(), at = new Date(), value }: EventSettings = {},
    ): Promise<string> {
      const bytes = value ?? event.codec.encode(event.codec.fromJSON(JSON.parse(JSON.stringify(payload)))).finish();
      const headers = { 'event-id': id, 'event-type': event.name, 'occurred-at': at.toISOString() };
      await publisher.publish([{ topic: event.topic, key: payload.userId, value: bytes, headers }]);
      return id;
    },
    async stop(): Promise<void> {
      await stopAll(running, logger);
      await database.drop();
      await kafka.drop();
      identity.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface EventSettings {
  readonly id?: string | undefined;
  /** When it occurred. */
  readonly at?: Date | undefined;
  /** Replaces the payload's bytes. */
  readonly value?: Uint8Array | undefined;
}

/** The events that a service has enqueued of a video or of a user, oldest first. */
export async function storedEvents<Tables>(
  db: Kysely<Tables>,
  about: { videoId: string } | { userId: string },
): Promise<StoredEvent[]> {
  const isAbout = 'videoId' in about ? sql`payload->>'videoId' = ${about.videoId}` : sql`key = ${about.userId}`;
  const { rows } = await sql<StoredEvent>`
    select type, payload from outbox where ${isAbout} order by xid, outbox.id`.execute(db);
  return rows.map(({ type, payload }) => ({ type: type.split('.').at(-1) ?? '', payload }));
}
