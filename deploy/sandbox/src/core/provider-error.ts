import type { FastifyInstance, FastifyRequest } from 'fastify';

/** An error that a route throws to answer with the provider's own body. */
export interface Refusal extends Error {
  statusCode: number;
  body: unknown;
}

export function refusal(statusCode: number, body: unknown): Refusal {
  return Object.assign(new Error(`refused with ${statusCode}`), { statusCode, body });
}

/** Sends refusals with their own body. Refusals of Fastify itself get the body from `otherwise`. */
export function answerRefusals(
  app: FastifyInstance,
  otherwise: (request: FastifyRequest, status: number, message: string) => unknown,
): void {
  app.setErrorHandler((error: Error & Partial<Refusal>, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error.body !== undefined) return reply.code(status).send(error.body);
    if (status >= 500) process.stderr.write(`sandbox: ${error.stack}\n`);
    return reply.code(status).send(otherwise(request, status, error.message));
  });
}
