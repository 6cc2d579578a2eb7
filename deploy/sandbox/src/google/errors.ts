import type { FastifyInstance } from 'fastify';

/** An error that a route throws to answer with the provider's own body. */
export interface Refusal extends Error {
  statusCode: number;
  body: unknown;
}

interface Extra {
  domain?: string;
  location?: string;
  locationType?: 'header' | 'parameter';
  status?: string;
  details?: unknown[];
}

/** A refusal in the envelope of Google's JSON APIs. */
export function fault(code: number, reason: string, message: string, extra: Extra = {}): Refusal {
  const { domain = 'global', location, locationType, status, details } = extra;
  const error = { message, domain, reason, ...(location && { location }), ...(locationType && { locationType }) };
  const body = { error: { code, message, errors: [error], ...(status && { status }), ...(details && { details }) } };
  return Object.assign(new Error(message), { statusCode: code, body });
}

/** A refusal of the OAuth endpoints. */
export function oauthFault(statusCode: number, error: string, description: string): Refusal {
  return Object.assign(new Error(description), { statusCode, body: { error, error_description: description } });
}

/** A refusal of Google's front end, before the API itself. */
export function invalidArgument(message: string, description = message): Refusal {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ description }] }];
  return fault(400, 'invalid', message, { status: 'INVALID_ARGUMENT', details });
}

export function missingParameter(name: string): Refusal {
  return fault(400, 'required', `Required parameter: ${name}`, { location: name, locationType: 'parameter' });
}

/** The token is unknown, expired or revoked. */
export function invalidToken(): Refusal {
  const message =
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.';
  return fault(401, 'authError', message, {
    status: 'UNAUTHENTICATED',
    location: 'Authorization',
    locationType: 'header',
  });
}

/** The grant lacks a scope that the call needs. A new consent helps, a refresh does not. */
export function missingScope(): Refusal {
  return fault(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
    status: 'PERMISSION_DENIED',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        domain: 'googleapis.com',
      },
    ],
  });
}

function reasonOf(status: number): string {
  if (status >= 500) return 'backendError';
  return status === 413 ? 'uploadTooLarge' : 'parseError';
}

/** Answers refusals with their own body, and refusals of Fastify itself in Google's envelope. */
export function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & Partial<Refusal>, _request, reply) => {
    if (error.body !== undefined) return reply.code(error.statusCode ?? 500).send(error.body);
    const status = error.statusCode ?? 500;
    if (status >= 500) process.stderr.write(`sandbox: ${error.stack}\n`);
    return reply.code(status).send(fault(status, reasonOf(status), error.message).body);
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(fault(404, 'notFound', `The requested URL ${request.url} was not found on this server.`).body),
  );
}
