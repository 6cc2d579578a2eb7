import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type * as ResponseSchema from './response-schema.ts';

export interface ResponseWatch {
  /** The responses since the last call that did not fit their schema, a sentence each. */
  take(): string[];
  stop(): void;
}

const SERVER_CREATED = 'fastify.initialization';
const PROCESS_ROUTES = new Set(['/startz', '/livez', '/readyz', '/metrics']);

/**
 * Watches every server of libs/http-server that is made from now on: a route must declare its responses, and each
 * response is compared with that before Fastify's serializer drops what is not declared.
 */
export function watchResponses(): ResponseWatch {
  const differences: string[] = [];
  let differenceOf: typeof ResponseSchema.differenceOf;

  /** Before a server's first response. Most unit tests start no server, and TypeBox loads slower than they run. */
  async function loadComparison(): Promise<void> {
    ({ differenceOf } = await import('./response-schema.ts'));
  }

  async function compareResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { url, schema } = request.routeOptions;
    if (request.is404 || !schema?.response) return payload;
    const declared = schema.response as Readonly<Record<string, object>>;
    const { statusCode } = reply;
    const expected = declared[statusCode] ?? declared[`${Math.floor(statusCode / 100)}xx`];
    const difference = expected ? differenceOf(expected, payload) : 'this status is not declared';
    if (difference) differences.push(`${request.method} ${url} returned ${statusCode}: ${difference}`);
    return payload;
  }

  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onReady', loadComparison);
    fastify.addHook('onRoute', requireDeclaration);
    fastify.addHook('preSerialization', compareResponse);
  };
  subscribe(SERVER_CREATED, watch);
  return { take: () => differences.splice(0), stop: () => void unsubscribe(SERVER_CREATED, watch) };
}

function requireDeclaration(this: FastifyInstance, { method, url, schema }: RouteOptions): void {
  if (!this.hasRequestDecorator('identity') || PROCESS_ROUTES.has(url) || method === 'HEAD') return;
  const declared = Object.keys((schema?.response as object | undefined) ?? {});
  if (declared.some((status) => /^[23]/.test(status))) return;
  throw new Error(`${method} ${url} declares no response: give its schema a response.`);
}
