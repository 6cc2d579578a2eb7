import type { KeyRing } from '@reelwright/config';
import { AppError, signedOut } from '@reelwright/errors';
import { createDrain } from '@reelwright/http-server/drain';
import type { IdentitySigner } from '@reelwright/identity';
import type { Logger } from '@reelwright/logger';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ActivityRecorder } from '../accounts/activity.ts';
import { findAdminSession } from '../admin/admin-session.repository.ts';
import type { AuthDatabase } from '../database.ts';
import { adminCookie, sessionCookie } from '../sessions/session-cookie.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { createApiKeyLookup } from './api-key-lookup.ts';
import { readApiKey, readCookie } from './request-credentials.ts';
import { createSessionIds } from './session-ids.ts';
import { createTokenCache } from './token-cache.ts';

/** More than a check takes. */
const STOP_MS = 8_000;
/** The most the gateway accepts (32 KiB), plus the headers it adds. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * The gateway's check of each request, over plain HTTP on an internal port: `/check/<policy>/<original path>`, with the
 * target service in `x-auth-audience`. 200 lets the request pass, with a token for that service in `x-auth-identity`
 * (none for a visitor under policy `optional`). 401, 403 and 400 carry the body for the caller.
 */
export function createCheckServer(options: {
  host: string;
  port: number;
  db: Kysely<AuthDatabase>;
  store: SessionStore;
  activity: ActivityRecorder;
  signer: IdentitySigner;
  /** Those of session cookies. */
  sessionKeys: KeyRing;
  publicUrl: string;
  logger: Logger;
  /** How long it answers after SIGTERM, so that the gateway can notice. */
  drainMs: number;
}) {
  const { db, store, activity, logger } = options;
  const adminName = adminCookie(options.publicUrl).name;
  const sessionIds = createSessionIds({
    cookieName: sessionCookie(options.publicUrl).name,
    keys: options.sessionKeys,
  });
  const tokens = createTokenCache(options.signer);
  const apiKeys = createApiKeyLookup(db);
  const app = Fastify({
    logger: false,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 4096 },
    requestIdHeader: 'x-request-id',
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    // The framework's own error for an unreadable address would reveal the internal path.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      sendError(new AppError('INVALID_ARGUMENT', 'BAD_REQUEST', 'The request is not valid.'), request, reply);
    },
  });

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof AppError) return sendError(error, request, reply);
    logger.error({ err: error, requestId: request.id }, 'check failed');
    const unavailable = new AppError('UNAVAILABLE', 'AUTH_UNAVAILABLE', 'Sign-in cannot be checked right now.');
    return sendError(unavailable, request, reply);
  });

  async function session(request: FastifyRequest): Promise<string> {
    const sid = sessionIds.find(request.headers.cookie);
    if (sid === undefined) throw signedOut();
    const lookup = await store.lookup(sid);
    if (lookup.state === 'expired') {
      throw new AppError('UNAUTHENTICATED', 'SESSION_EXPIRED', 'Your session has ended. Please sign in again.');
    }
    if (lookup.state === 'none' || !lookup.data.userId) throw signedOut();
    activity.record(lookup.data.userId);
    return tokens.tokenFor({ aud: audienceOf(request), sub: lookup.data.userId, cred: 'session' });
  }

  const checks: Readonly<Record<string, (request: FastifyRequest) => Promise<string | undefined>>> = {
    session,
    optional: (request) =>
      session(request).catch((error: unknown) => {
        if (error instanceof AppError && error.kind === 'UNAUTHENTICATED') return undefined;
        throw error;
      }),
    async admin(request) {
      const id = readCookie(request.headers.cookie, adminName);
      if (!id || !(await findAdminSession(db, id))) {
        throw new AppError('UNAUTHENTICATED', 'ADMIN_LOCKED', 'Please enter the access code.');
      }
      return tokens.tokenFor({ aud: audienceOf(request), sub: 'admin', cred: 'admin' });
    },
    async api_key(request) {
      const key = await apiKeys.find(readApiKey(request.headers));
      activity.record(key.userId);
      return tokens.tokenFor({ aud: audienceOf(request), sub: key.userId, cred: 'api_key', scopes: [`key:${key.id}`] });
    },
  };

  app.all<{ Params: { policy: string } }>('/check/:policy/*', async (request, reply) => {
    const { policy } = request.params;
    const check = Object.hasOwn(checks, policy) ? checks[policy] : undefined;
    if (!check) throw new AppError('PERMISSION_DENIED', 'UNKNOWN_POLICY', 'This is not allowed.');
    const token = await check(request);
    if (token) reply.header('x-auth-identity', token);
    return reply.code(200).send();
  });
  app.get('/healthz', async () => ({ status: 'ok' }));

  return {
    name: 'check server',
    app,
    evictApiKey: apiKeys.evict,
    async start() {
      await app.listen({ host: options.host, port: options.port });
    },
    ...createDrain(app, { drainMs: options.drainMs, stopMs: STOP_MS }),
    async stop() {
      await app.close();
    },
  };
}

/** Not logged here: the gateway's access log has the request under the same id. */
function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(error.httpStatus).send({ error: error.code, message: error.message, requestId: request.id });
}

/** The service that receives the request. The gateway sets this header and removes a value sent by the caller. */
function audienceOf({ headers }: FastifyRequest): string {
  const audience = headers['x-auth-audience'];
  if (typeof audience === 'string' && audience !== '') return audience;
  throw new AppError('PERMISSION_DENIED', 'UNKNOWN_AUDIENCE', 'This is not allowed.');
}
