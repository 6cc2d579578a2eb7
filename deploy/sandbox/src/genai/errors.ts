import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ProviderError, providerError, sendProviderErrors } from '../core/provider-error.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { credentials } from '../credentials.ts';

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/** An error in the envelope of Google's front end: numeric code, status name. */
export function genaiError(code: number, message: string, details?: readonly unknown[]): ProviderError {
  const body = { error: { code, message, status: statusNames[code] ?? 'INTERNAL', ...(details && { details }) } };
  return providerError(code, body);
}

/** An error of the Interactions API, whose codes are words. */
export function interactionError(statusCode: number, code: string, message: string): ProviderError {
  return providerError(statusCode, { error: { code, message } });
}

/** Checks a Vertex call: bearer token or key, and the project. */
export function requireVertex(sandbox: Sandbox, request: FastifyRequest, project: string | undefined): void {
  const { accessToken, apiKey, project: ownProject } = credentials.genai;
  const isKnown =
    request.headers.authorization === `Bearer ${accessToken}` || request.headers['x-goog-api-key'] === apiKey;
  if (!isKnown || sandbox.chaos.strikes('genai', 'revokedToken', 'credentials')) {
    throw genaiError(
      401,
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    );
  }
  if (project !== undefined && project !== ownProject) {
    throw genaiError(
      403,
      `Permission 'aiplatform.endpoints.predict' denied on resource '//aiplatform.googleapis.com/projects/${project}' (or it may not exist).`,
    );
  }
}

/** Checks a Gemini call's key. */
export function requireKey(sandbox: Sandbox, request: FastifyRequest): void {
  const key = request.headers['x-goog-api-key'] ?? (request.query as { key?: string }).key;
  if (key === undefined)
    throw genaiError(
      403,
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    );
  if (key !== credentials.genai.apiKey || sandbox.chaos.strikes('genai', 'revokedToken', 'credentials')) {
    throw genaiError(400, 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ]);
  }
}

export function sendGenaiErrors(app: FastifyInstance): void {
  sendProviderErrors(app, (_request, status, message) => genaiError(status, message).body);
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(genaiError(404, `The requested URL ${request.url} was not found on this server.`).body),
  );
}
