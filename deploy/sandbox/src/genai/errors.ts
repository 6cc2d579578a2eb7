import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sandbox } from '../core/sandbox.ts';
import { credentials } from '../credentials.ts';

export interface Refusal extends Error {
  statusCode: number;
  body: unknown;
}

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/** A refusal in the envelope of Google's front end: numeric code, status name. */
export function fault(code: number, message: string, details?: readonly unknown[]): Refusal {
  const body = { error: { code, message, status: statusNames[code] ?? 'INTERNAL', ...(details && { details }) } };
  return Object.assign(new Error(message), { statusCode: code, body });
}

/** A refusal of the Interactions API, whose codes are words. */
export function interactionFault(statusCode: number, code: string, message: string): Refusal {
  return Object.assign(new Error(message), { statusCode, body: { error: { code, message } } });
}

/** Checks a Vertex call: bearer token or key, and the project. */
export function requireVertex(sandbox: Sandbox, request: FastifyRequest, project: string | undefined): void {
  const { accessToken, apiKey, project: own } = credentials.genai;
  const known =
    request.headers.authorization === `Bearer ${accessToken}` || request.headers['x-goog-api-key'] === apiKey;
  if (!known || sandbox.chaos.strikes('genai', 'revokedToken', 'credentials')) {
    throw fault(
      401,
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    );
  }
  if (project !== undefined && project !== own) {
    throw fault(
      403,
      `Permission 'aiplatform.endpoints.predict' denied on resource '//aiplatform.googleapis.com/projects/${project}' (or it may not exist).`,
    );
  }
}

/** Checks a Gemini call's key. */
export function requireKey(sandbox: Sandbox, request: FastifyRequest): void {
  const key = request.headers['x-goog-api-key'] ?? (request.query as { key?: string }).key;
  if (key === undefined)
    throw fault(
      403,
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    );
  if (key !== credentials.genai.apiKey || sandbox.chaos.strikes('genai', 'revokedToken', 'credentials')) {
    throw fault(400, 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ]);
  }
}

export function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & Partial<Refusal>, _request, reply) => {
    if (error.body !== undefined) return reply.code(error.statusCode ?? 500).send(error.body);
    const status = error.statusCode ?? 500;
    if (status >= 500) process.stderr.write(`sandbox: ${error.stack}\n`);
    return reply.code(status).send(fault(status, error.message).body);
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(fault(404, `The requested URL ${request.url} was not found on this server.`).body),
  );
}
