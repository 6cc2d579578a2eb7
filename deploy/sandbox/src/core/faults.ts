import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderName } from './origins.ts';
import type { Sandbox } from './sandbox.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault the chaos switches put into this call, for the request log. */
    fault?: string;
  }
}

export interface FaultAnswers {
  /** Calls the faults may hit: the provider's API, not the pages a person sees. */
  applies(request: FastifyRequest): boolean;
  /** The provider's own body for 'too many requests'; sets the status too. */
  rateLimited(request: FastifyRequest, reply: FastifyReply): unknown;
  /** The provider's own body for 'our fault'; sets the status too. */
  unavailable(request: FastifyRequest, reply: FastifyReply): unknown;
}

/**
 * Puts the chaos switches 429, 5xx, garbage, crash and timeout-after-success into a provider's server. The others are asked
 * for where they mean something (`sandbox.chaos.strikes(name, 'refusal')`).
 */
export function addFaults(app: FastifyInstance, sandbox: Sandbox, name: ProviderName, answers: FaultAnswers): void {
  const { chaos } = sandbox;
  const hits = (request: FastifyRequest): boolean =>
    answers.applies(request) && `${request.method} ${request.url}`.includes(chaos.settings(name).only);

  app.addHook('onRequest', async (request, reply) => {
    if (!hits(request)) return;
    // Thrown where nothing catches it, as a fault in a library may be. Nothing is answered.
    if (chaos.strikes(name, 'crash', callOf(request))) {
      setImmediate(() => {
        throw new Error(`${name} crashed, as its switch says.`);
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
  // The work is done, the answer is lost: the connection is cut where the answer would begin.
  app.addHook('onSend', async (request, reply, payload) => {
    const changed = request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 300;
    if (changed && hits(request) && chaos.strikes(name, 'timeoutAfterSuccess', callOf(request))) {
      request.fault = 'timeoutAfterSuccess';
      request.raw.socket.destroy();
    }
    return payload;
  });
}

/** `METHOD path`, without the query: tokens stand in it. */
function callOf({ method, url }: FastifyRequest): string {
  return `${method} ${url.split('?')[0]}`;
}
