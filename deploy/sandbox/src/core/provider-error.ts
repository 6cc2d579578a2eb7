import type { FastifyInstance, FastifyRequest } from 'fastify';

/** An error whose body is sent to the client as the provider would send it. */
export interface ProviderError extends Error {
  statusCode: number;
  body: unknown;
}

export function providerError(statusCode: number, body: unknown): ProviderError {
  return Object.assign(new Error(`failed with ${statusCode}`), { statusCode, body });
}

/** Sends each provider error with its own body. Errors of Fastify itself get the body from `bodyOf`. */
export function sendProviderErrors(
  app: FastifyInstance,
  bodyOf: (request: FastifyRequest, status: number, message: string) => unknown,
): void {
  app.setErrorHandler((error: Error & Partial<ProviderError>, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error.body !== undefined) return reply.code(status).send(error.body);
    if (status >= 500) process.stderr.write(`sandbox: ${error.stack}\n`);
    return reply.code(status).send(bodyOf(request, status, error.message));
  });
}
