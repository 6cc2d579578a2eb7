import type { FastifyInstance } from 'fastify';
import { type ProviderError, providerError, sendProviderErrors } from '../core/provider-error.ts';

interface Extra {
  domain?: string;
  location?: string;
  locationType?: 'header' | 'parameter';
  status?: string;
  details?: unknown[];
}

/** An error in the envelope of Google's JSON APIs. */
export function googleError(code: number, reason: string, message: string, extra: Extra = {}): ProviderError {
  const { domain = 'global', location, locationType, status, details } = extra;
  const error = { message, domain, reason, ...(location && { location }), ...(locationType && { locationType }) };
  const body = { error: { code, message, errors: [error], ...(status && { status }), ...(details && { details }) } };
  return providerError(code, body);
}

/** An error of the OAuth endpoints. */
export function oauthError(statusCode: number, error: string, description: string): ProviderError {
  return providerError(statusCode, { error, error_description: description });
}

/** An error of Google's front end, before the API itself. */
export function invalidArgument(message: string, description = message): ProviderError {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ description }] }];
  return googleError(400, 'invalid', message, { status: 'INVALID_ARGUMENT', details });
}

export function missingParameter(name: string): ProviderError {
  return googleError(400, 'required', `Required parameter: ${name}`, { location: name, locationType: 'parameter' });
}

/** The token is unknown, expired or revoked. */
export function invalidToken(): ProviderError {
  const message =
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.';
  return googleError(401, 'authError', message, {
    status: 'UNAUTHENTICATED',
    location: 'Authorization',
    locationType: 'header',
  });
}

/** The grant lacks a scope that the call needs. A new consent helps, a refresh does not. */
export function missingScope(): ProviderError {
  return googleError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
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

/** Sends provider errors with their own body, and errors of Fastify itself in Google's envelope. */
export function sendGoogleErrors(app: FastifyInstance): void {
  sendProviderErrors(app, (_request, status, message) => googleError(status, reasonOf(status), message).body);
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send(googleError(404, 'notFound', `The requested URL ${request.url} was not found on this server.`).body),
  );
}
