import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { graphBody, graphError, unknownPath } from './errors.ts';

/** A call of a Graph API. Unknown parameters are ignored. */
export interface GraphCall {
  method: string;
  /** The path without its version, in parts: `['me', 'accounts']`. */
  path: string[];
  /** The parameters of query, form and JSON body. */
  params: Record<string, string>;
  /** From the parameters or the bearer header. */
  token: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

const oldest = 21;
const newest = 26;

/** Passes every call without a route of its own to `handle`, with or without a version in the path. */
export function addGraph(app: FastifyInstance, handle: (call: GraphCall) => unknown): void {
  const route = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const url = new URL(request.url, 'http://graph');
    const parts = url.pathname.split('/').filter(Boolean).map(decoded);
    const version = /^v(\d+)\.\d+$/.exec(parts[0] ?? '')?.[1];
    if (version !== undefined) parts.shift();
    if (version !== undefined && Number(version) > newest) throw unknownPath(url.pathname);
    // An ended version gets the responses of the oldest usable one.
    reply.header('facebook-api-version', `v${Math.max(oldest, Number(version ?? oldest))}.0`);
    const params = { ...Object.fromEntries(url.searchParams), ...fieldsOf(request.body) };
    const token = params.access_token ?? /^(?:Bearer|OAuth) (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (url.searchParams.has('id') && parts.length > 0)
      throw graphError(2500, `Invalid token: "${parts[0]}".  An ID has already been specified.`);
    const result = await handle({ method: request.method, path: parts, params, token, request, reply });
    return result;
  };
  app.route({ method: ['GET', 'POST', 'DELETE'], url: '/*', handler: route });
}

/** Errors of Fastify itself, in Graph's envelope. */
export function graphOtherwise(_request: FastifyRequest, status: number, message: string): unknown {
  if (status >= 500)
    return graphBody(2, 'An unexpected error has occurred. Please retry your request later.', { transient: true });
  return graphBody(100, `(#100) ${message}`);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function fieldsOf(body: unknown): Record<string, string> {
  if (body === null || typeof body !== 'object' || 'pipe' in body) return {};
  const known = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    known.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}

/** Reads a boolean parameter in Graph's forms. */
export function flag(call: GraphCall, name: string): boolean | undefined {
  const value = call.params[name];
  if (value === undefined) return undefined;
  if (['true', '1'].includes(value)) return true;
  if (['false', '0'].includes(value)) return false;
  throw graphError(100, `(#100) Param ${name} must be a boolean.`);
}
