import { AppError } from '@reelwright/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';

const ErrorBody = Type.Object({
  error: Type.String(),
  message: Type.String(),
  requestId: Type.Optional(Type.String()),
});

/** Response schemas of the given statuses, for a route's `schema.response`. */
export function errorResponses<Status extends number>(...statuses: Status[]): Record<Status, typeof ErrorBody> {
  const responses = {} as Record<Status, typeof ErrorBody>;
  for (const status of statuses) responses[status] = ErrorBody;
  return responses;
}

/** Fastify's own refusals, in our words. */
const REFUSALS: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'BODY_TOO_LARGE', 'The body is too large.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'BAD_JSON', 'The body is empty but says it is JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'BAD_JSON', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'BAD_REQUEST', 'The body is shorter or longer than announced.'],
  FST_ERR_BAD_URL: [400, 'BAD_REQUEST', 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'NOT_FOUND', 'There is nothing at this address.'],
  FST_ERR_VALIDATION: [400, 'VALIDATION_FAILED', 'The request is not valid.'],
};

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const requestId = request.id;
  if (error instanceof AppError) {
    const level = error.httpStatus >= 500 ? 'error' : 'info';
    request.log[level]({ err: error, code: error.code, requestId }, 'request refused');
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(error.retryAfterSeconds));
    return reply.code(error.httpStatus).send({ error: error.code, message: error.message, requestId });
  }
  const known = (error ?? {}) as FastifyError; // even null can be thrown
  const refusal = REFUSALS[known.code];
  if (refusal) return reply.code(refusal[0]).send({ error: refusal[1], message: refusal[2], requestId });
  // Broken JSON arrives as a SyntaxError with status 400 and no code of Fastify's.
  if (known instanceof SyntaxError && known.statusCode === 400) {
    return reply.code(400).send({ error: 'BAD_JSON', message: 'The body is not valid JSON.', requestId });
  }
  if (known.statusCode && known.statusCode >= 400 && known.statusCode < 500) {
    return reply.code(known.statusCode).send({ error: 'BAD_REQUEST', message: 'The request is not valid.', requestId });
  }
  request.log.error({ err: error, requestId }, 'request failed');
  return reply
    .code(500)
    .send({ error: 'INTERNAL', message: 'Something went wrong on our side. Please try again.', requestId });
}

export function handleUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .send({ error: 'NOT_FOUND', message: 'There is nothing at this address.', requestId: request.id });
}
