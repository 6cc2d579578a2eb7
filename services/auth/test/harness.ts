import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type BillingServiceServer,
  BillingServiceService,
  type GetEntitlementResponse,
  type SchedulingServiceServer,
  SchedulingServiceService,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import { type Logger, silentLogger } from '@reelwright/logger';
import { createTestService } from '@reelwright/testing/service';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import { createPasswordHasher } from '../src/passwords/password.ts';

export const ADMIN_CODE = 'let-me-administrate';
/** The least that Argon2id takes, so that tests do not wait for hashes. */
export const CHEAP_MEMORY_KIB = 8;
/** Long enough for a busy machine; no test is about this deadline. */
const CALL_TIMEOUT_MS = 15_000;

/** Starts the service on its own database and topics; `stubbedServices` sets the answers of billing and scheduling. */
export async function startAuth(settings: Partial<Config> = {}, logger: Logger = silentLogger) {
  const migrations = join(import.meta.dirname, '../migrations');
  const parts = await createTestService({
    name: 'auth',
    migrations,
    callers: ['billing', 'scheduling', 'publishing', 'external-api'],
  });
  const stubbedServices = {
    billingDown: false,
    schedulingDown: false,
    tier: 'free',
    /** 0: billing has published no change of any user. */
    revision: 1,
    entitledUntil: undefined as Date | undefined,
    /** Other fields of billing's answer. */
    plan: {} as Partial<GetEntitlementResponse>,
  };

  const address = await parts.serve([
    implement<BillingServiceServer>(BillingServiceService, {
      getEntitlement: async ({ userId }) => {
        if (stubbedServices.billingDown) throw new AppError('UNAVAILABLE', 'DOWN', 'Down.');
        return {
          userId,
          tier: stubbedServices.tier,
          videosPerMonth: 1,
          isAnnual: false,
          status: 'none',
          currentPeriodStart: undefined,
          currentPeriodEnd: undefined,
          monthAnchor: undefined,
          cancelledAt: undefined,
          expiresAt: undefined,
          stripeSubscriptionId: '',
          revision: stubbedServices.revision,
          entitledUntil: stubbedServices.entitledUntil,
          nextTier: '',
          nextVideosPerMonth: 0,
          hasCustomer: false,
          ...stubbedServices.plan,
        };
      },
    }),
    implement<Pick<SchedulingServiceServer, 'getUsage'>>(SchedulingServiceService, {
      getUsage: async ({ userId }) => {
        if (stubbedServices.schedulingDown) throw new AppError('UNAVAILABLE', 'DOWN', 'Down.');
        return {
          userId,
          videosUsedThisMonth: 1,
          videosGeneratedThisMonth: 2,
          resetsAt: new Date('2026-12-01T00:00:00Z'),
          lastRegeneratedAt: undefined,
        };
      },
    }),
  ]);

  const config = {
    ...parts.settings,
    CHECK_PORT: 0,
    SESSION_SECRET: 'a-session-secret-of-thirty-two-letters',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ACCOUNTS_URL: 'http://127.0.0.1:9',
    GOOGLE_OAUTH_URL: 'http://127.0.0.1:9',
    GOOGLE_CERTS_URL: 'http://127.0.0.1:9',
    BILLING_GRPC: address,
    SCHEDULING_GRPC: address,
    PASSWORD_MEMORY_KIB: CHEAP_MEMORY_KIB,
    ADMIN_CODE_HASH: await createPasswordHasher({ memoryKib: CHEAP_MEMORY_KIB }).hash(ADMIN_CODE),
    ...settings,
  };
  const app = await buildApp({ config, logger, callTimeoutMs: CALL_TIMEOUT_MS });
  await parts.start(app.components);

  return {
    ...parts,
    ...app,
    app: app.http.app,
    stubbedServices,
    config,
    backUp: parts.database.backUp,
    /** A unique person. */
    newPerson: () => ({
      email: `p-${randomUUID()}@example.com`,
      password: 'correct horse battery',
      firstName: 'Ada',
      lastName: 'Byron',
    }),
    /** Runs the gateway's check for a cookie or a key. */
    ask: (policy: string, headers: Record<string, string>) =>
      app.check.app.inject({
        method: 'GET',
        url: `/check/${policy}/api/x`,
        headers: { 'x-auth-audience': 'billing', ...headers },
      }),
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
