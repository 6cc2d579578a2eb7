import { createHash } from 'node:crypto';
import fastifyCookie, { Signer } from '@fastify/cookie';
import fastifySession from '@fastify/session';
import { realClock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { createHttpServer, requireUser } from '@reelwright/http-server';
import { createIdentityVerifier } from '@reelwright/identity';
import { createLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import connectPgSimple from 'connect-pg-simple';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pg from 'pg';

declare module 'fastify' {
  interface Session {
    userId: string;
  }
}

/**
 * A read of a few hundred bytes in a server like those of our services. AUTH is how it identifies the caller: `gateway`
 * by the gateway's token, `plugin` and `sliding` by @fastify/session without and with a write of the session's new end,
 * `by-hand` by one prepared statement, `unchecked` not at all.
 */
const {
  AUTH = '',
  READ_PATH = '',
  PORT = '',
  IDENTITY_JWKS_FILE = '',
  DATABASE_URL = '',
  SESSION_SECRET = '',
} = process.env;
const http = createHttpServer({
  service: 'scheduling',
  host: '127.0.0.1',
  port: Number(PORT),
  logger: createLogger({ service: 'read', level: 'info' }),
  clock: realClock,
  metrics: createMetrics({ service: 'read' }),
  verifier: createIdentityVerifier({ jwksFile: IDENTITY_JWKS_FILE }),
  publicUrl: 'http://localhost:8080',
});

const body = {
  videos: Array.from({ length: 4 }, (_, index) => ({ id: String(index), title: `Video ${index}`, state: 'posted' })),
};

type UserOf = (request: FastifyRequest) => string | Promise<string>;
const WAYS: Record<string, (app: FastifyInstance) => UserOf | Promise<UserOf>> = {
  gateway: () => (request) => requireUser(request).userId,
  plugin: (app) => sessionPlugin(app, { table: 'session', rolling: false }),
  sliding: (app) => sessionPlugin(app, { table: 'sliding_session', rolling: true }),
  'by-hand': sessionRow,
  unchecked: () => () => 'nobody',
};

await http.app.register(async (app) => {
  const userOf = await WAYS[AUTH]?.(app as unknown as FastifyInstance);
  if (!userOf) throw new Error(`AUTH is '${AUTH}'`);
  app.get(READ_PATH, async (request) => ({
    userId: await userOf(request as FastifyRequest),
    ...body,
  }));
  app.get('/readyz', async () => ({ status: 'ready' }));
});
await http.start();

async function sessionPlugin(
  app: FastifyInstance,
  { table, rolling }: { table: string; rolling: boolean },
): Promise<UserOf> {
  const pool = warmPool();
  await pool.query(
    `create table "${table}" (sid varchar primary key, sess json not null, expire timestamp(6) not null)`,
  );
  const Store = connectPgSimple(fastifySession as never);
  await app.register(fastifyCookie);
  await app.register(fastifySession, {
    store: new Store({ pool, tableName: table, pruneSessionInterval: false, disableTouch: true }) as never,
    secret: SESSION_SECRET,
    cookieName: 'sid',
    saveUninitialized: false,
    rolling,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: false, maxAge: 86_400_000 },
  });
  app.post('/sign-in', async (request) => {
    request.session.userId = '1';
    return {};
  });
  return (request) => {
    if (!request.session.userId) throw signedOut();
    return request.session.userId;
  };
}

function sessionRow(): UserOf {
  const pool = warmPool();
  const cookies = new Signer(SESSION_SECRET);
  return async (request) => {
    const value = /(?:^|; *)sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '.';
    const unsigned = cookies.unsign(decodeURIComponent(value));
    if (!unsigned.valid) throw signedOut();
    const sid = createHash('sha256').update(String(unsigned.value)).digest('base64url');
    const { rows } = await pool.query<{ sess: { userId: string } }>({
      name: 'session',
      text: 'select sess from sessions where sid = $1 and expire > clock_timestamp()',
      values: [sid],
    });
    const userId = rows[0]?.sess.userId;
    if (!userId) throw signedOut();
    return userId;
  };
}

function warmPool(): pg.Pool {
  return new pg.Pool({ connectionString: DATABASE_URL, max: 10, min: 10 });
}

function signedOut(): AppError {
  return new AppError('UNAUTHENTICATED', 'SIGNED_OUT', 'Please sign in.');
}
