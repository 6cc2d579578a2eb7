import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { realClock } from '@reelwright/clock';
import { deadLetterTopic, type EventType, topics } from '@reelwright/contracts';
import { createIdentityVerifier } from '@reelwright/identity';
import { createPublisher } from '@reelwright/kafka';
import { startAll, stopAll } from '@reelwright/lifecycle';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestIdentity, createTestTopics } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import { startPublishing } from './publishing.ts';

export { mp4 } from './clip.ts';

export interface Partner {
  readonly userId: string;
  readonly keyId: string;
  readonly headers: { 'x-auth-identity': string };
}

/** The whole service on a database, topics, an object store and a publishing neighbour of its own. */
export async function startExternalApi(
  settings: Partial<Config> = {},
  keyHeartbeatMs?: number,
  chatTimeoutMs?: number,
) {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const [database, kafka, identity] = await Promise.all([
    createTestDatabase({ name: 'external_api', migrate: (url) => runMigrations({ url, migrations, logger }) }),
    createTestTopics([
      topics.auth,
      topics.erasure,
      topics.publishing,
      deadLetterTopic(topics.auth, 'external-api'),
      deadLetterTopic(topics.publishing, 'external-api'),
    ]),
    createTestIdentity(['external-api']),
  ]);
  const publishing = await startPublishing(createIdentityVerifier({ jwksFile: identity.jwksFile }));
  const folder = mkdtempSync(join(tmpdir(), 'external-api-'));
  // A fixed instant of real time: no test changes its hour half-way.
  let realNow = new Date('2026-05-10T10:20:00Z');
  const clock = { ...realClock, real: () => realNow };
  const config: Config = {
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: 0,
    GRPC_PORT: 0,
    DATABASE_URL: database.url,
    KAFKA_BROKERS: kafka.brokers,
    KAFKA_TOPIC_PREFIX: kafka.prefix,
    PUBLIC_URL: 'http://localhost:8080',
    TRUSTED_PROXIES: 1,
    IDENTITY_JWKS_FILE: identity.jwksFile,
    IDENTITY_KEY_FILE: identity.keyFile('external-api'),
    LOG_LEVEL: 'silent',
    OBJECT_STORE_URL: pathToFileURL(folder).href,
    FFPROBE_PATH: process.env.FFPROBE_PATH || 'ffprobe',
    PUBLISHING_GRPC: publishing.address,
    ALLOW_PRIVATE_URLS: false,
    POST_WAIT_MS: 5_000,
    ...settings,
  };
  const app = await buildApp({ config, logger, clock, keyHeartbeatMs, chatTimeoutMs });
  await startAll(app.components, logger);
  const outside = createPublisher({ brokers: kafka.brokers, clientId: 'test', logger, topicPrefix: kafka.prefix });

  return {
    ...app,
    app: app.http.app,
    config,
    identity,
    publishing,
    kafka,
    url: `http://127.0.0.1:${app.http.port()}`,
    setRealTime: (instant: Date) => {
      realNow = instant;
    },
    async newPartner(...connected: string[]): Promise<Partner> {
      const userId = String(randomInt(1, 2 ** 40));
      const keyId = randomUUID();
      publishing.connected.set(userId, connected);
      return { userId, keyId, headers: await identity.asPartner(userId, keyId) };
    },
    /** The same person after revoking the key and making another. */
    async newKey({ userId }: Partner): Promise<Partner> {
      const keyId = randomUUID();
      return { userId, keyId, headers: await identity.asPartner(userId, keyId) };
    },
    post: (partner: Partner, path: string, payload: object | string, headers: Record<string, string> = {}) =>
      app.http.app.inject({
        method: 'POST',
        url: `/api/external/${path}`,
        headers: { 'content-type': 'application/json', ...partner.headers, ...headers },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    /** What lies in the object store, half-written files included. */
    objects: (): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    readObject: (mediaKey: string) => readFile(join(folder, mediaKey)),
    removeObject: (mediaKey: string) => rm(join(folder, mediaKey)),
    postsOf: ({ userId }: Partner) => publishing.calls.filter((call) => call.userId === userId),
    uploadsOf: ({ userId }: Pick<Partner, 'userId'>) =>
      app.db.selectFrom('uploads').selectAll().where('user_id', '=', userId).execute(),
    async send<Payload extends { userId: string }>(
      event: EventType<Payload>,
      payload: Payload,
      id: string = randomUUID(),
      bytes: Uint8Array = event.codec.encode(payload).finish(),
    ) {
      const headers = { 'event-id': id, 'event-type': event.name, 'occurred-at': new Date().toISOString() };
      await outside.publish([{ topic: event.topic, key: payload.userId, value: bytes, headers }]);
    },
    async stop() {
      await stopAll([outside, ...app.components], logger);
      await publishing.server.stop();
      await database.drop();
      await kafka.drop();
      identity.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type ExternalApi = Awaited<ReturnType<typeof startExternalApi>>;
