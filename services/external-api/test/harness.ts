import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { realClock } from '@reelwright/clock';
import { type EventType, topics } from '@reelwright/contracts';
import { createIdentityVerifier } from '@reelwright/identity';
import { silentLogger as logger } from '@reelwright/logger';
import { createObjectStore } from '@reelwright/object-store';
import { createTestObjectStore } from '@reelwright/testing';
import { createTestService } from '@reelwright/testing/service';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import { startPublishing } from './publishing.ts';

export { mp4 } from './clip.ts';

export interface Partner {
  readonly userId: string;
  readonly keyId: string;
  readonly headers: { 'x-auth-identity': string };
}

/** Starts the service on its own database, topics, object store and fake publishing. */
export async function startExternalApi(
  settings: Partial<Config> = {},
  keyHeartbeatMs?: number,
  chatTimeoutMs?: number,
) {
  const parts = await createTestService({
    name: 'external-api',
    migrations: join(import.meta.dirname, '../migrations'),
    topics: [topics.auth, topics.erasure, topics.publishing],
    deadLetters: [topics.auth, topics.publishing],
  });
  const { identity } = parts;
  const publishing = await startPublishing(createIdentityVerifier({ jwksFile: identity.jwksFile }));
  const objects = await createTestObjectStore(parts.folder);
  const store = createObjectStore(objects.url);
  // A fixed instant of real time, so that the hour does not change during a test.
  let realNow = new Date('2026-05-10T10:20:00Z');
  const clock = { ...realClock, real: () => realNow };
  const config: Config = {
    ...parts.settings,
    OBJECT_STORE_URL: objects.url,
    FFPROBE_PATH: process.env.FFPROBE_PATH || 'ffprobe',
    PUBLISHING_GRPC: publishing.address,
    ALLOW_PRIVATE_URLS: false,
    POST_WAIT_MS: 5_000,
    ...settings,
  };
  const app = await buildApp({ config, logger, clock, keyHeartbeatMs, chatTimeoutMs });
  await parts.start([{ name: 'publishing', stop: publishing.server.stop }, ...app.components]);

  return {
    ...parts,
    ...app,
    app: app.http.app,
    config,
    publishing,
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
    /** The same user with a new API key, after revoking the old one. */
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
    /** The keys in the object store, with unfinished uploads. */
    objects: objects.contents,
    readObject: async (mediaKey: string) => buffer(await store.get(mediaKey)),
    removeObject: store.delete,
    store,
    clock,
    postsOf: ({ userId }: Partner) => publishing.calls.filter((call) => call.userId === userId),
    uploadsOf: ({ userId }: Pick<Partner, 'userId'>) =>
      app.db.selectFrom('uploads').selectAll().where('user_id', '=', userId).execute(),
    send: <Payload extends { userId: string }>(
      event: EventType<Payload>,
      payload: Payload,
      id?: string,
      value?: Uint8Array,
    ) => parts.publish(event, payload, { id, value }),
  };
}

export type ExternalApi = Awaited<ReturnType<typeof startExternalApi>>;
