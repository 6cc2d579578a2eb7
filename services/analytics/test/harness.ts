import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createManualClock } from '@reelwright/clock';
import { deadLetterTopic, type EventType, topics } from '@reelwright/contracts';
import { createPublisher } from '@reelwright/kafka';
import { startAll, stopAll } from '@reelwright/lifecycle';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestIdentity, createTestTopics, eventually } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The whole service on a database and topics of its own, at a time the test sets. */
export async function startAnalytics({ now }: { now: Date }) {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const [database, kafka, identity] = await Promise.all([
    createTestDatabase({ name: 'analytics', migrate: (url) => runMigrations({ url, migrations, logger }) }),
    createTestTopics([...Object.values(topics), deadLetterTopic(topics.billing, 'analytics')]),
    createTestIdentity(['analytics']),
  ]);
  const clock = createManualClock(now);
  const config = {
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: 0,
    GRPC_PORT: 0,
    DATABASE_URL: database.url,
    KAFKA_BROKERS: kafka.brokers,
    KAFKA_TOPIC_PREFIX: kafka.prefix,
    PUBLIC_URL: 'http://localhost:8080',
    IDENTITY_JWKS_FILE: identity.jwksFile,
    IDENTITY_KEY_FILE: identity.keyFile('analytics'),
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: 1,
  };
  const app = await buildApp({ config, logger, clock });
  await startAll(app.components, logger);
  const outside = createPublisher({ brokers: kafka.brokers, clientId: 'test', logger, topicPrefix: kafka.prefix });
  const newUser = () => String(randomInt(1, 2 ** 40));

  async function sendBytes(
    event: { name: string; topic: string },
    key: string,
    value: Uint8Array,
    id: string,
    at: Date,
  ) {
    const headers = { 'event-id': id, 'event-type': event.name, 'occurred-at': at.toISOString() };
    await outside.publish([{ topic: event.topic, key, value, headers }]);
  }

  return {
    ...app,
    app: app.http.app,
    clock,
    kafka,
    identity,
    sendBytes,
    /** Somebody no other test knows. */
    newUser,
    /** States a fact as its service does; resolves once it has been taken. */
    async state<Payload extends { userId: string }>(
      event: EventType<Payload>,
      payload: Partial<Payload> & { userId: string },
      { at = clock.now(), id = randomUUID() as string }: { at?: Date; id?: string } = {},
    ) {
      const whole = event.codec.fromJSON(JSON.parse(JSON.stringify(payload)));
      await sendBytes(event, payload.userId, event.codec.encode(whole).finish(), id, at);
      await eventually(async () => {
        const taken = await app.db.selectFrom('inbox').select('event_id').where('event_id', '=', id).executeTakeFirst();
        if (!taken) throw new Error(`${event.name} was not taken`);
      });
      return id;
    },
    async report(name: string) {
      const headers = await identity.asAdmin();
      const response = await app.http.app.inject({ url: `/api/admin/stats/${name}`, headers });
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
      return response.json();
    },
    view: (payload: object, headers: Record<string, string> = {}, remoteAddress = '203.0.113.9') =>
      app.http.app.inject({
        method: 'POST',
        url: '/api/page-views',
        payload,
        remoteAddress,
        headers: { 'user-agent': FIREFOX, ...headers },
      }),
    async stop() {
      await stopAll([outside, ...app.components], logger);
      await database.drop();
      await kafka.drop();
      identity.remove();
    },
  };
}

export type Analytics = Awaited<ReturnType<typeof startAnalytics>>;
