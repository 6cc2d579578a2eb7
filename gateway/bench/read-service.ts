import { createHash } from 'node:crypto';
import { Signer } from '@fastify/cookie';
import { realClock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { createHttpServer, requireUser } from '@reelwright/http-server';
import { createIdentityVerifier } from '@reelwright/identity';
import { createLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';

/**
 * A read of a few hundred bytes in a server as every service of ours has it. AUTH=gateway: who calls is told by the
 * gateway's token. AUTH=session: it reads the session's row by itself, on every request, as a service without a gateway
 * would, in the fastest way there is: one prepared statement by primary key on a pool of warm connections.
 */
const { AUTH = '', PORT = '', IDENTITY_JWKS_FILE = '', DATABASE_URL = '', SESSION_SECRET = '' } = process.env;
const logger = createLogger({ service: 'read', level: 'info' });
const http = createHttpServer({
  host: '127.0.0.1',
  port: Number(PORT),
  logger,
  clock: realClock,
  metrics: createMetrics({ service: 'read' }),
  verifier: createIdentityVerifier({ jwksFile: IDENTITY_JWKS_FILE }),
  publicUrl: 'http://localhost:8080',
});

const answer = {
  folder: { id: '1', name: 'Reels', url: 'https://drive.example/folders/1' },
  videos: Array.from({ length: 4 }, (_, index) => ({ id: String(index), title: `Video ${index}`, state: 'posted' })),
};

await http.app.register(async (app) => {
  const userOf = AUTH === 'session' ? sessionReader() : (request: FastifyRequest) => requireUser(request).userId;
  app.get('/api/user-drive-folder', async (request) => ({
    userId: await userOf(request as FastifyRequest),
    ...answer,
  }));
});
await http.start();

function sessionReader(): (request: FastifyRequest) => Promise<string> {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, min: 10 });
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

function signedOut(): AppError {
  return new AppError('UNAUTHENTICATED', 'SIGNED_OUT', 'Please sign in.');
}
