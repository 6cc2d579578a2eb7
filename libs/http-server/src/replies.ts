import { CauseError, textFor } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readerOf } from './reader.ts';

export const ErrorBody = Type.Object({
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

/** Fastify's own errors, with our codes and messages. */
const REFUSALS = new Map<string, readonly [status: number, code: string, message: string]>(
  Object.entries({
    FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.'],
    FST_ERR_CTP_BODY_TOO_LARGE: [413, 'BODY_TOO_LARGE', 'The body is too large.'],
    FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'BAD_JSON', 'The body is empty but says it is JSON.'],
    FST_ERR_CTP_INVALID_JSON_BODY: [400, 'BAD_JSON', 'The body is not valid JSON.'],
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'BAD_REQUEST', 'The body is shorter or longer than announced.'],
    FST_ERR_BAD_URL: [400, 'BAD_REQUEST', 'The address is not valid.'],
    FST_ERR_MAX_PARAM_LENGTH: [404, 'NOT_FOUND', 'There is nothing at this address.'],
    FST_ERR_VALIDATION: [400, 'VALIDATION_FAILED', 'The request is not valid.'],
  }),
);

/** Answers a failure and logs one line about it, with the stack if it is a fault of ours. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code } = shownOf(error, request);
  // The route's template instead of the address, which may contain a code or a key.
  const line = { code, status, requestId: request.id, method: request.method, route: request.routeOptions?.url };
  // 501 is a refusal of the request, not a fault of ours.
  if (status >= 500 && status !== 501) request.log.error({ err: error, ...line }, 'request failed');
  else request.log.info(line, 'request refused');
  return sendError(error, request, reply);
}

/** The response to a failed request, without a line in the log. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, retryAfterSeconds } = shownOf(error, request);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ error: code, message, requestId: request.id });
}

export function handleUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return handleError(new AppError('NOT_FOUND', 'NOT_FOUND', 'There is nothing at this address.'), request, reply);
}

/** The part of a failure that callers may see. */
function shownOf(error: unknown, request: FastifyRequest) {
  if (error instanceof AppError) {
    return {
      status: error.httpStatus,
      code: error.code,
      message: error instanceof CauseError ? textFor(error.shownCause, readerOf(request)) : error.message,
      retryAfterSeconds: error.retryAfterSeconds,
    };
  }
  const known = (error ?? {}) as FastifyError; // even null can be thrown
  const { statusCode = 500 } = known;
  const refusal = REFUSALS.get(known.code);
  if (refusal) return { status: refusal[0], code: refusal[1], message: refusal[2] };
  // libs/postgres: there was no connection, so nothing was done.
  if (known.code === 'DATABASE_UNAVAILABLE') {
    const message = 'Reelwright cannot reach its data right now. Please try again in a moment.';
    return { status: 503, code: known.code, message, retryAfterSeconds: 2 };
  }
  // Broken JSON arrives as a SyntaxError with status 400 and no code of Fastify's.
  if (known instanceof SyntaxError && statusCode === 400) {
    return { status: 400, code: 'BAD_JSON', message: 'The body is not valid JSON.' };
  }
  if (statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, code: 'BAD_REQUEST', message: 'The request is not valid.' };
  }
  return { status: 500, code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' };
}
