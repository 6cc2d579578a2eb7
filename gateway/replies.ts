/**
 * A response of the gateway itself. Its body is `{error, message, requestId}`, like those of the services; the values
 * of `error` are part of the API and do not change.
 */
interface Reply {
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

/** Auth did not answer the check, or answered it with a 5xx, so it is not known whether the request may pass. */
const authUnavailable: Reply = {
  status: 503,
  error: 'AUTH_UNAVAILABLE',
  message: 'Sign-in cannot be checked right now. Please try again in a moment.',
};

/**
 * The service ended or took too long after a change was sent to it, so the change may have been made. 'Please try again'
 * would make people post twice.
 */
const outcomeUnknown = (status: number, whatHappened: string): Reply => ({
  status,
  error: 'OUTCOME_UNKNOWN',
  message: `A part of Reelwright ${whatHappened}. Your change may have been made: check before you repeat it, or repeat it with the same Idempotency-Key.`,
});
const stoppedMidway = outcomeUnknown(502, 'stopped while it worked on this request');
const tookTooLong = outcomeUnknown(504, 'took too long to answer this request');

/** The responses by status, unless `localReplyConfig` knows the cause more exactly. */
export const gatewayReplies: readonly Reply[] = [
  { status: 400, error: 'BAD_REQUEST', message: 'The request is not valid.' },
  { status: 401, error: 'SIGNED_OUT', message: 'Please sign in.' },
  { status: 403, error: 'FORBIDDEN', message: 'This is not allowed.' },
  { status: 404, error: 'NOT_FOUND', message: 'There is nothing at this address.' },
  { status: 405, error: 'METHOD_NOT_ALLOWED', message: 'This address does not take this method.' },
  { status: 408, error: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive.' },
  { status: 413, error: 'BODY_TOO_LARGE', message: 'The body is too large.' },
  { status: 426, error: 'UPGRADE_REQUIRED', message: 'This protocol version is not supported.' },
  { status: 429, error: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please wait a minute.' },
  { status: 431, error: 'HEADERS_TOO_LARGE', message: 'The headers are too large.' },
  { status: 500, error: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' },
  {
    status: 501,
    error: 'UNSUPPORTED_TRANSFER_CODING',
    message: 'The only transfer coding accepted for a body is chunked.',
  },
  { status: 502, error: 'SERVICE_UNAVAILABLE', message: 'A part of Reelwright did not answer. Please try again.' },
  { status: 503, error: 'SERVICE_UNAVAILABLE', message: 'A part of Reelwright is restarting. Please try again.' },
  { status: 504, error: 'SERVICE_TIMEOUT', message: 'A part of Reelwright took too long. Please try again.' },
];

/** Overload: the limits of simultaneous requests in envoy-config.ts are reached. */
const tooBusy: Reply = {
  status: 503,
  error: 'TOO_BUSY',
  message: 'Reelwright has more to do than it can right now. Please try again in a few seconds.',
};

/** Every 503 carries how long to wait before the next try. */
const RETRY_AFTER = {
  headers_to_add: [{ header: { key: 'retry-after', value: '2' }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' }],
};

/** The statuses that Envoy's parser may return before there is a request. */
const EARLY_STATUSES = new Set([400, 404, 408, 426, 431, 501]);

const CONTENT_TYPE = 'application/json; charset=utf-8';

const statusIs = (status: number, op: 'EQ' | 'GE' = 'EQ') => ({
  status_code_filter: { comparison: { op, value: { default_value: status, runtime_key: `reply.${op}.${status}` } } },
});
const overflow = { response_flag_filter: { flags: ['UO'] } };
const fromAuth = { response_flag_filter: { flags: ['UAEX'] } };
/** The connection to the service was closed or reset after the request had been sent. */
const cutOff = { response_flag_filter: { flags: ['UC', 'UR'] } };
/**
 * The service did not respond within the route's time limit (UT), or nothing flowed for too long (SI), and may still do
 * the work. While the request itself is incomplete, SI is a 408.
 */
const timedOut = { and_filter: { filters: [{ response_flag_filter: { flags: ['UT', 'SI'] } }, statusIs(504)] } };
const changesSomething = {
  header_filter: {
    header: { name: ':method', string_match: { safe_regex: { regex: 'GET|HEAD|OPTIONS' } }, invert_match: true },
  },
};

/** The id of input that never became a request; the access log has it, too. */
export const EARLY_ID = 'c%CONNECTION_ID%-%START_TIME(%s%3f)%';

const hasNoId = { header_filter: { header: { name: 'x-request-id', present_match: true, invert_match: true } } };

function json({ error, message }: Reply, requestId = '%REQ(X-REQUEST-ID)%') {
  return { json_format: { error, message, requestId }, content_type: CONTENT_TYPE };
}

/** Envoy's `local_reply_config`: the first mapper whose filter fits writes the body. */
export function localReplyConfig() {
  return {
    mappers: [
      {
        filter: { and_filter: { filters: [fromAuth, statusIs(500, 'GE')] } },
        ...RETRY_AFTER,
        body_format_override: json(authUnavailable),
      },
      { filter: overflow, ...RETRY_AFTER, body_format_override: json(tooBusy) },
      // Auth's errors have the right form already; formatting them again would nest JSON in JSON.
      {
        filter: fromAuth,
        body_format_override: {
          text_format_source: { inline_string: '%LOCAL_REPLY_BODY%' },
          content_type: CONTENT_TYPE,
        },
      },
      {
        filter: { and_filter: { filters: [cutOff, changesSomething] } },
        status_code: stoppedMidway.status,
        body_format_override: json(stoppedMidway),
      },
      {
        filter: { and_filter: { filters: [timedOut, changesSomething] } },
        body_format_override: json(tookTooLong),
      },
      ...gatewayReplies.flatMap((reply) => [
        ...(EARLY_STATUSES.has(reply.status)
          ? [
              {
                filter: { and_filter: { filters: [hasNoId, statusIs(reply.status)] } },
                body_format_override: json(reply, EARLY_ID),
              },
            ]
          : []),
        {
          filter: statusIs(reply.status),
          ...(reply.status === 503 && RETRY_AFTER),
          body_format_override: json(reply),
        },
      ]),
    ],
    body_format: json({ status: 0, error: 'GATEWAY_ERROR', message: 'The gateway could not take this request.' }),
  };
}
