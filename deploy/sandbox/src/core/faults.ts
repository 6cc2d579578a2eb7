import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderName } from './origins.ts';
import type { Sandbox } from './sandbox.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that was injected into this call, for the request log. */
    fault?: string;
  }
}

export interface FaultAnswers {
  /** Whether faults may hit this call: API calls, not pages for people. */
  applies(request: FastifyRequest): boolean;
  /** Sets the status for 'too many requests'. @returns the provider's own body */
  rateLimited(request: FastifyRequest, reply: FastifyReply): unknown;
  /** Sets the status for 'unavailable'. @returns the provider's own body */
  unavailable(request: FastifyRequest, reply: FastifyReply): unknown;
}

/**
 * Injects the faults 429, 5xx, garbage, crash and timeout-after-success into a provider's server. Providers handle the other
 * faults themselves (`sandbox.chaos.strikes(name, 'refusal')`).
 */
export function addFaults(app: FastifyInstance, sandbox: Sandbox, name: ProviderName, answers: FaultAnswers): void {
  const { chaos } = sandbox;
  const hits = (request: FastifyRequest): boolean =>
    answers.applies(request) && `${request.method} ${request.url}`.includes(chaos.settings(name).only);

  app.addHook('onRequest', async (request, reply) => {
    if (!hits(request)) return;
    // Thrown outside of any handler, like an error in a library, so the call gets no response.
    if (chaos.strikes(name, 'crash', callOf(request))) {
      setImmediate(() => {
        throw new Error(`${name} crashed by its chaos switch.`);
      });
      return reply.hijack();
    }
    if (chaos.strikes(name, 'rate429', callOf(request))) {
      request.fault = 'rate429';
      const { retryAfterSeconds } = chaos.settings(name);
      if (retryAfterSeconds > 0) reply.header('retry-after', retryAfterSeconds);
      return reply.send(answers.rateLimited(request, reply));
    }
    if (chaos.strikes(name, 'error5xx', callOf(request))) {
      request.fault = 'error5xx';
      return reply.send(answers.unavailable(request, reply));
    }
    if (chaos.strikes(name, 'garbage', callOf(request))) {
      request.fault = 'garbage';
      return reply.type('text/html').send('<html><h1>We will be right back</h1></html>');
    }
  });
  // The call is carried out, but the connection is closed before its response.
  app.addHook('onSend', async (request, reply, payload) => {
    const changed = request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 300;
    if (changed && hits(request) && chaos.strikes(name, 'timeoutAfterSuccess', callOf(request))) {
      request.fault = 'timeoutAfterSuccess';
      request.raw.socket.destroy();
    }
    return payload;
  });
}

/** `METHOD path` without the query, which may contain tokens. */
function callOf({ method, url }: FastifyRequest): string {
  return `${method} ${url.split('?')[0]}`;
}
