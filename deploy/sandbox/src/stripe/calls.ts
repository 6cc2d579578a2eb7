import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { token } from '../core/ids.ts';
import { credentials } from '../credentials.ts';
import type { Account } from './account.ts';
import { apiVersion } from './events.ts';
import { invalid, StripeFailure } from './failure.ts';
import { type Input, readForm } from './parameters.ts';
import { expandPaths, presentExpanded } from './presentation.ts';
import { checkVersion, inPresentForm } from './versions.ts';

export interface Call {
  /** The id in the path, '' where there is none. */
  id: string;
  input: Input;
  /** The path, for the `url` of lists. */
  path: string;
}
type Handler = (call: Call) => unknown;

export interface Api {
  get(path: string, handler: Handler): void;
  post(path: string, handler: Handler): void;
  delete(path: string, handler: Handler): void;
}

const keptMs = 24 * 3_600_000;

/**
 * The API's edge: key, form bodies, `expand`, idempotency and errors. Every response is computed synchronously, so two calls
 * never interleave.
 */
export function apiOn(app: FastifyInstance, account: Account, before: () => void, after: () => void): Api {
  const inUse = new Map<string, FastifyRequest>();
  const on = (method: 'GET' | 'POST' | 'DELETE', path: string, handler: Handler) =>
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const requestId = `req_${token(14)}`;
        reply.header('request-id', requestId).header('stripe-version', apiVersion);
        const key = method === 'POST' ? headerOf(request, 'idempotency-key') : undefined;
        if (key !== undefined) reply.header('idempotency-key', key);
        try {
          requireKey(request);
          requireForm(request);
          const version = headerOf(request, 'stripe-version');
          checkVersion(version);
          const input = inPresentForm(version, inputOf(request));
          const parameters = JSON.stringify(input);
          if (key !== undefined) await holdKey(inUse, key, request);
          const known = key === undefined ? undefined : storedResponse(account, key, request, parameters);
          if (known) {
            reply.header('idempotent-replayed', 'true').header('original-request', known.requestId);
            return reply.code(known.status).send(known.body);
          }
          account.request = { id: requestId, idempotency_key: key ?? null };
          before();
          const { status, body } = outcomeOf(
            account,
            () => handler({ id: (request.params as { id?: string }).id ?? '', input, path: pathOf(request) }),
            input,
            requestId,
          );
          if (key !== undefined) {
            const at = account.sandbox.clock.real().getTime();
            account.idempotentResponses.put({
              id: key,
              path: pathOf(request),
              parameters,
              status,
              body,
              requestId,
              at,
            });
          }
          return reply.code(status).send(body);
        } catch (error) {
          return fail(reply, error, requestId);
        } finally {
          if (key !== undefined && inUse.get(key) === request) inUse.delete(key);
          account.request = { id: null, idempotency_key: null };
          after();
        }
      },
    });
  return {
    get: (path, handler) => void on('GET', path, handler),
    post: (path, handler) => void on('POST', path, handler),
    delete: (path, handler) => void on('DELETE', path, handler),
  };
}

/** Holds an idempotency key while the call's body is read. Other calls with the key are rejected meanwhile. */
async function holdKey(inUse: Map<string, FastifyRequest>, key: string, request: FastifyRequest): Promise<void> {
  if (inUse.has(key)) {
    throw new StripeFailure(409, {
      code: 'idempotency_key_in_use',
      doc_url: 'https://stripe.com/docs/error-codes/idempotency-key-in-use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      type: 'idempotency_error',
    });
  }
  inUse.set(key, request);
  await turn();
}

/** The response to a call. A declined card is stored under the call's key, an invalid parameter is not. */
function outcomeOf(account: Account, handler: () => unknown, input: Input, requestId: string) {
  try {
    const paths = expandPaths(input);
    return { status: 200, body: presentExpanded(account, handler(), paths) };
  } catch (error) {
    if (error instanceof StripeFailure && error.status === 402) {
      return { status: 402, body: errorBody(error, requestId) };
    }
    throw error;
  }
}

function storedResponse(account: Account, key: string, request: FastifyRequest, parameters: string) {
  if (key.length > 255) throw invalid('Idempotency keys can be at most 255 characters long.');
  const known = account.idempotentResponses.get(key);
  if (!known || account.sandbox.clock.real().getTime() - known.at > keptMs) return undefined;
  if (known.path !== pathOf(request) || known.parameters !== parameters) {
    throw new StripeFailure(400, {
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      type: 'idempotency_error',
    });
  }
  return known;
}

function requireKey(request: FastifyRequest): void {
  const [kind, value = ''] = (request.headers.authorization ?? '').split(' ');
  const given = kind === 'Basic' ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : value;
  if (given === '') {
    throw new StripeFailure(401, {
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
      type: 'invalid_request_error',
    });
  }
  if (given !== credentials.stripe.secretKey) {
    throw new StripeFailure(401, {
      message: `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(12)}${given.slice(-4)}`,
      type: 'invalid_request_error',
    });
  }
}

function requireForm(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? '';
  if (request.method !== 'POST' || request.body === undefined || type.startsWith('application/x-www-form-urlencoded'))
    return;
  throw invalid(
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  );
}

function inputOf(request: FastifyRequest): Input {
  const query = request.url.split('?')[1] ?? '';
  return { ...readForm(query), ...((request.body as Input | undefined) ?? {}) };
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';
const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const errorBody = (error: StripeFailure, requestId: string) => ({
  error: { ...error.body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` },
});

export function fail(reply: FastifyReply, error: unknown, requestId: string): FastifyReply {
  if (error instanceof StripeFailure) return reply.code(error.status).send(errorBody(error, requestId));
  reply.log.error(error);
  return reply.code(500).send({
    error: { message: 'An error occurred with our API.', type: 'api_error' },
  });
}
