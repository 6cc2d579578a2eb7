/** The canonical codes of Google's APIs, in `error.status` of a response. */
const STATUSES = new Set([
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
]);
/** The form of `error.code` in the Interactions API, such as `invalid_request`. */
const CODE = /^[a-z]+(_[a-z]+)*$/;

/** A response that is not from the model: a web page, or JSON of a proxy. The work may or may not have started. */
export class UnexpectedResponse extends Error {
  constructor() {
    super('the response is not in the format of the model');
    this.name = 'UnexpectedResponse';
  }
}

/**
 * The message of an error from the model's API; undefined for a response of a proxy or a maintenance page, which may
 * have the same status. Libraries put the response into the error's `body` or its message.
 */
export function apiErrorMessage(error: unknown): string | undefined {
  const { body, message } = (error ?? {}) as { body?: unknown; message?: unknown };
  const response = parseJson(typeof body === 'string' ? body : message);
  const fields = (Array.isArray(response) ? response[0] : response)?.error;
  const { status, code, message: text } = (fields ?? {}) as { status?: unknown; code?: unknown; message?: unknown };
  const isFromModel = STATUSES.has(String(status)) || (typeof code === 'string' && CODE.test(code));
  return isFromModel ? String(text ?? '') : undefined;
}

function parseJson(text: unknown): { error?: unknown } | { error?: unknown }[] | undefined | null {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
