import { join } from 'node:path';
import { createManualClock } from '@reelwright/clock';
import { loadConfig, type ServiceConfig, serviceSettings, Type } from '@reelwright/config';
import { AuthServiceClient, type AuthServiceServer, AuthServiceService, events, topics } from '@reelwright/contracts';
import { implement } from '@reelwright/grpc';
import { type InboxTables, on } from '@reelwright/kafka';
import { enqueueEvent, type OutboxTables } from '@reelwright/outbox';
import { createTestDatabase, createTestIdentity, createTestTopics } from '@reelwright/testing';
import pg from 'pg';
import { createService, type ServiceOptions } from '../src/index.ts';
import { migrateService } from '../src/migrate.ts';

interface Tables extends InboxTables, OutboxTables {
  notes: { user_id: string; revision: number };
}

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Records deleted users in a table, publishes that, and serves an rpc and HTTP. `name` is one that `rpcAccess` lists. */
export function buildNotes(name: string, options: ServiceOptions, authAddress: string) {
  const service = createService<Tables>(name, { ...options, migrations: MIGRATIONS });
  const { db, clock, http } = service;
  const auth = service.client(AuthServiceClient, authAddress);
  const grpc = service.grpc([
    implement<AuthServiceServer>(AuthServiceService, {
      getUser: async ({ userId }) => {
        const email = `${userId}@example.com`;
        return { userId, email, firstName: 'Ada', lastName: 'Byron', emailVerified: true };
      },
    }),
  ]);
  http.app.get('/api/email/:id', async ({ params }) => auth.getUser({ userId: (params as { id: string }).id }));
  service.serveAccountData('notes', (userId) =>
    db.selectFrom('notes').selectAll().where('user_id', '=', userId).execute(),
  );
  const { consumer } = service.events({
    subscriptions: [
      on(events.UserDeleted, async (trx, { payload: { userId, revision } }) => {
        const note = { user_id: userId, revision };
        await trx
          .insertInto('notes')
          .values(note)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const erased = { userId, service: name, items: [], erasedAt: clock.now() };
        await enqueueEvent(trx, events.AccountErased, erased, clock.now());
      }),
    ],
    topics: [topics.billing],
  });
  return { service, db, http, grpc, consumer };
}

/** Creates a service's surroundings: a migrated database, topics and keys of its own. */
export async function makeSurroundings() {
  const [database, kafka, identity] = await Promise.all([
    createServiceDatabase(),
    createTestTopics([topics.auth, topics.billing, topics.erasure]),
    createTestIdentity(['drive', 'auth']),
  ]);
  await migrate(database.url);
  const env = (name: string) => ({
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    OPS_PORT: '0',
    DATABASE_URL: database.url,
    ...kafka.settings,
    KAFKA_TOPIC_PREFIX: kafka.prefix,
    PUBLIC_URL: 'http://localhost:8080',
    IDENTITY_JWKS_FILE: identity.jwksFile,
    IDENTITY_KEY_FILE: identity.keyFile(name),
    LOG_LEVEL: 'silent',
  });
  return {
    /** Of a process. */
    env,
    config: (name: string): ServiceConfig => loadConfig(Type.Object(serviceSettings), env(name)),
    clock: createManualClock(new Date('2026-11-23T09:00:00Z')),
    database,
    kafka,
    identity,
    async remove() {
      await database.drop();
      await kafka.drop();
      identity.remove();
    },
  };
}

/** An empty database with a role of its own, as each service has. */
export async function createServiceDatabase() {
  const { url, drop } = await createTestDatabase({ name: 'service' });
  const role = new URL(url).pathname.slice(1);
  const asAdmin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await asAdmin(`create role ${role} login password 'secret'`, `alter database ${role} owner to ${role}`);
  return {
    url: Object.assign(new URL(url), { username: role, password: 'secret' }).href,
    async drop() {
      await asAdmin(`reassign owned by ${role} to current_user`, `drop owned by ${role}`, `drop role ${role}`);
      await drop();
    },
  };
}

export async function migrate(url: string): Promise<void> {
  const env = { DATABASE_URL: url, LOG_LEVEL: 'silent' };
  await migrateService({ name: 'drive', folder: MIGRATIONS, env });
}
