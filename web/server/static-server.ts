import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { movedPaths, notFoundFile, pageFile, paths, prerenderedPaths } from '../src/app/paths.ts';

export interface ServerOptions {
  readonly isDraining?: () => boolean;
  /** Where else pages may load videos and posters from: the origin that the media route redirects to. */
  readonly mediaOrigin?: string | undefined;
}

/** The site's own pages. The API serves the old addresses of login and logout. */
const pages: readonly string[] = Object.values(paths);

/** The app without a page: what it shows follows from the address. */
const SHELL = 'index.html';

/**
 * Serves the built site from `folder`. Known pages answer 200 with their HTML or with the app's shell, unknown ones 404
 * with the 404 page. Hashed files are immutable; a page is asked for again each time. GET /startz and /livez answer 204 as
 * long as the process listens, and GET /readyz 503 while it drains.
 */
export async function createStaticServer(
  folder: string,
  { isDraining = () => false, mediaOrigin }: ServerOptions = {},
): Promise<FastifyInstance> {
  const files = [SHELL, notFoundFile, ...prerenderedPaths.map(pageFile)];
  const documents = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
  );
  const policies = new Map([...documents].map(([file, html]) => [file, contentPolicy(html, mediaOrigin)]));
  const headers = { ...SECURITY_HEADERS, 'content-security-policy': contentPolicy('', mediaOrigin) };
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
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
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

  for (const page of pages) {
    server.get(page, async (request, reply) => {
      const file = fileOf(page, request.url);
      return reply.header('content-security-policy', policies.get(file)).sendFile(file);
    });
  }
  for (const [from, to] of Object.entries(movedPaths)) {
    server.get(from, async (_request, reply) => reply.redirect(to, 308));
  }
  // A page has one address, which its HTML and its policy belong to.
  server.get('/pages/*', async (request, reply) => sendNotFound(request, reply));
  server.get('/index.html', async (_request, reply) => reply.redirect(paths.landing, 308));

  function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.code(404).header('cache-control', 'no-cache');
    const readsPage =
      request.headers.accept?.includes('text/html') && (request.method === 'GET' || request.method === 'HEAD');
    if (readsPage) {
      reply.type('text/html; charset=utf-8').header('content-security-policy', policies.get(notFoundFile));
      return reply.send(documents.get(notFoundFile));
    }
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

/**
 * The build writes an app page as it is without a query, and the query of an address may show something else. The landing
 * page is not part of the app, and has no query.
 */
function fileOf(page: string, url: string): string {
  const isPrerendered = prerenderedPaths.includes(page) && (page === paths.landing || !url.includes('?'));
  return isPrerendered ? pageFile(page) : SHELL;
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** Allows the inline script of a page, which runs before the first paint, and its style attributes, by their hashes. */
function contentPolicy(html: string, mediaOrigin: string | undefined): string {
  const scripts = hashesOf(html, /<script>([\s\S]*?)<\/script>/g);
  const styles = hashesOf(html, / style="([^"]*)"/g);
  const media = mediaOrigin ? [mediaOrigin] : [];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    ...(styles.length > 0 ? [["style-src-attr 'unsafe-hashes'", ...styles].join(' ')] : []),
    ["img-src 'self' data:", ...media].join(' '),
    ["media-src 'self'", ...media].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashesOf(html: string, pattern: RegExp): string[] {
  const texts = new Set([...html.matchAll(pattern)].map(([, text = '']) => text.replaceAll('&quot;', '"')));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
