import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { movedPaths, paths } from '../src/app/paths.ts';

export interface ServerOptions {
  readonly isDraining?: () => boolean;
  /** Where else pages may load videos and posters from: the origin that the media route redirects to. */
  readonly mediaOrigin?: string | undefined;
}

/** The app's own pages. The API serves the old addresses of login and logout. */
const pages: readonly string[] = Object.values(paths);

/**
 * Serves the built app from `folder`. Known pages answer 200 with the app, unknown ones 404 with the app, which shows its
 * own 404 page. Hashed files are immutable; the page itself is never cached. GET /startz and /livez answer 204 as long as
 * the process listens, and GET /readyz 503 while it drains.
 */
export async function createStaticServer(
  folder: string,
  { isDraining = () => false, mediaOrigin }: ServerOptions = {},
): Promise<FastifyInstance> {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const headers = securityHeaders(html, mediaOrigin);
  const server = Fastify({
    logger: false,
    requestIdHeader: 'x-request-id',
    // Larger than the gateway's limit, so that the gateway is the one that answers 431.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      sendError(error, request, reply);
    },
  });

  server.addHook('onSend', async (_request, reply) => {
    reply.headers(headers);
  });
  for (const probe of ['/startz', '/livez']) {
    server.get(probe, async (_request, reply) => reply.code(204).send());
  }
  server.get('/readyz', async (_request, reply) => reply.code(isDraining() ? 503 : 204).send());

  await server.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheFor(path.slice(folder.length)));
    },
  });

  for (const page of pages) server.get(page, async (_request, reply) => reply.sendFile('index.html'));
  for (const [from, to] of Object.entries(movedPaths)) {
    server.get(from, async (_request, reply) => reply.redirect(to, 308));
  }
  server.get('/index.html', async (_request, reply) => reply.redirect(paths.landing, 308));

  function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.code(404).header('cache-control', 'no-cache');
    const readsPage =
      request.headers.accept?.includes('text/html') && (request.method === 'GET' || request.method === 'HEAD');
    if (readsPage) return reply.type('text/html; charset=utf-8').send(html);
    return reply.send({ error: 'NOT_FOUND', message: 'There is nothing at this address.', requestId: request.id });
  }
  function sendError(error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // A 403 means a directory or an invalid path, which does not exist for the client either.
    if (error.statusCode === 403 || error.statusCode === 404) return sendNotFound(request, reply);
    const [status, code, message] = ERRORS.get(error.statusCode ?? 500) ?? UNKNOWN_ERROR;
    reply.code(status).header('cache-control', 'no-cache').type('application/json; charset=utf-8');
    return reply.send({ error: code, message, requestId: request.id });
  }
  server.setNotFoundHandler(sendNotFound);
  server.setErrorHandler<FastifyError>(sendError);
  return server;
}

const ERRORS = new Map<number, readonly [status: number, code: string, message: string]>([
  [400, [400, 'BAD_REQUEST', 'The request is not valid.']],
  [412, [412, 'PRECONDITION_FAILED', 'The file is another one by now.']],
  [413, [413, 'BODY_TOO_LARGE', 'The body is too large.']],
  [415, [415, 'UNSUPPORTED_MEDIA_TYPE', 'This address takes no body.']],
  [416, [416, 'RANGE_NOT_SATISFIABLE', 'The file has no such range.']],
]);
const UNKNOWN_ERROR = [500, 'INTERNAL', 'The page could not be read.'] as const;

/** The names of files under /assets contain a hash of their content; other files may change with a release. */
function cacheFor(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path.includes('.html') ? 'no-cache' : 'public, max-age=3600';
}

function securityHeaders(html: string, mediaOrigin: string | undefined): Record<string, string> {
  // The only inline script sets the theme before the first paint. The policy allows it by its hash.
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );
  const media = mediaOrigin ? [mediaOrigin] : [];
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    ["img-src 'self' data:", ...media].join(' '),
    ["media-src 'self'", ...media].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
}
