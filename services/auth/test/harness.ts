import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type BillingServiceServer,
  BillingServiceService,
  type GetEntitlementResponse,
  rpcAccess,
  type SchedulingServiceServer,
  SchedulingServiceService,
  topics,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { createGrpcServer, implement } from '@reelwright/grpc';
import { createIdentityVerifier } from '@reelwright/identity';
import { startAll, stopAll } from '@reelwright/lifecycle';
import { type Logger, silentLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestIdentity, createTestTopics } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';
import { hashPassword } from '../src/passwords/password.ts';

export const ADMIN_CODE = 'let-me-administrate';
/** Longer than a busy machine keeps a neighbour of ours from its answer: no test is about how long that takes. */
const ANSWER_WITHIN_MS = 15_000;

/** The whole service on a database and topics of its own, with neighbours that answer as the test says. */
export async function startAuth(settings: Partial<Record<string, string>> = {}, logger: Logger = silentLogger) {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const [database, kafka, identity] = await Promise.all([
    createTestDatabase({ name: 'auth', migrate: (url) => runMigrations({ url, migrations, logger }) }),
    createTestTopics(Object.values(topics)),
    createTestIdentity(['auth', 'billing', 'scheduling']),
  ]);
  const verifier = createIdentityVerifier({ jwksFile: identity.jwksFile });
  const neighbours = {
    billingDown: false,
    schedulingDown: false,
    tier: 'free',
    /** 0: billing has never had anything to announce of anybody. */
    revision: 1,
    entitledUntil: undefined as Date | undefined,
    /** What else billing says. */
    plan: {} as Partial<GetEntitlementResponse>,
  };

  const neighbour = createGrpcServer({
    host: '127.0.0.1',
    port: 0,
    logger,
    verifier,
    access: rpcAccess,
    services: [
      implement<BillingServiceServer>(BillingServiceService, {
        getEntitlement: async ({ userId }) => {
          if (neighbours.billingDown) throw new AppError('UNAVAILABLE', 'DOWN', 'Down.');
          return {
            userId,
            tier: neighbours.tier,
            videosPerMonth: 1,
            isAnnual: false,
            status: 'none',
            currentPeriodStart: undefined,
            currentPeriodEnd: undefined,
            monthAnchor: undefined,
            cancelledAt: undefined,
            expiresAt: undefined,
            stripeSubscriptionId: '',
            revision: neighbours.revision,
            entitledUntil: neighbours.entitledUntil,
            nextTier: '',
            nextVideosPerMonth: 0,
            hasCustomer: false,
            ...neighbours.plan,
          };
        },
      }),
      implement<Pick<SchedulingServiceServer, 'getUsage'>>(SchedulingServiceService, {
        getUsage: async ({ userId }) => {
          if (neighbours.schedulingDown) throw new AppError('UNAVAILABLE', 'DOWN', 'Down.');
          return {
            userId,
            videosUsedThisMonth: 1,
            videosGeneratedThisMonth: 2,
            resetsAt: new Date('2026-12-01T00:00:00Z'),
            lastRegeneratedAt: undefined,
          };
        },
      }),
    ],
  });
  await neighbour.start();
  const address = `127.0.0.1:${neighbour.port()}`;

  const config = {
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: 0,
    GRPC_PORT: 0,
    CHECK_PORT: 0,
    DATABASE_URL: database.url,
    KAFKA_BROKERS: kafka.brokers,
    KAFKA_TOPIC_PREFIX: kafka.prefix,
    PUBLIC_URL: 'http://localhost:8080',
    IDENTITY_JWKS_FILE: identity.jwksFile,
    IDENTITY_KEY_FILE: identity.keyFile('auth'),
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: 1,
    SESSION_SECRET: 'a-session-secret-of-thirty-two-letters',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ACCOUNTS_URL: 'http://127.0.0.1:9',
    GOOGLE_OAUTH_URL: 'http://127.0.0.1:9',
    GOOGLE_CERTS_URL: 'http://127.0.0.1:9',
    BILLING_GRPC: address,
    SCHEDULING_GRPC: address,
    ADMIN_CODE_HASH: await hashPassword(ADMIN_CODE),
    ...settings,
  };
  const app = await buildApp({ config, logger, answerWithinMs: ANSWER_WITHIN_MS });
  await startAll(app.components, logger);

  return {
    ...app,
    app: app.http.app,
    identity,
    neighbours,
    config,
    kafka,
    backUp: database.backUp,
    /** A person nobody else has. */
    newPerson: () => ({
      email: `p-${randomUUID()}@example.com`,
      password: 'correct horse battery',
      firstName: 'Ada',
      lastName: 'Byron',
    }),
    /** The gateway's question, for a cookie or a key. */
    ask: (policy: string, headers: Record<string, string>) =>
      app.check.app.inject({
        method: 'GET',
        url: `/check/${policy}/api/x`,
        headers: { 'x-auth-audience': 'billing', ...headers },
      }),
    async stop() {
      await stopAll(app.components, logger);
      await neighbour.stop();
      await database.drop();
      await kafka.drop();
      identity.remove();
    },
  };
}

export type Auth = Awaited<ReturnType<typeof startAuth>>;

/** The session cookie of a response, as a browser would send it back. */
export function cookieOf(response: { headers: Record<string, unknown> }, name = 'sid'): string {
  const lines = [response.headers['set-cookie'] ?? []].flat().map(String);
  const found = lines.find((line) => line.startsWith(`${name}=`));
  if (!found) throw new Error(`no cookie ${name} was set`);
  return found.split(';')[0] ?? '';
}
