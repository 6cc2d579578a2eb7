/** The canonical codes of Google's APIs, in `error.status` of an answer. */
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

/** An answer that is not from the model: a page, or JSON of a proxy. It says nothing about the work. */
export class UnexpectedResponse extends Error {
  constructor() {
    super('the answer is not in the format of the model');
    this.name = 'UnexpectedResponse';
  }
}

/**
 * The message of an error from the model's API; undefined when a proxy or a maintenance page answered, which the status
 * does not show. Libraries put the answer into the error's `body` or its message.
 */
export function apiErrorMessage(error: unknown): string | undefined {
  const { body, message } = (error ?? {}) as { body?: unknown; message?: unknown };
  const answer = parsed(typeof body === 'string' ? body : message);
  const fields = (Array.isArray(answer) ? answer[0] : answer)?.error;
  const { status, code, message: text } = (fields ?? {}) as { status?: unknown; code?: unknown; message?: unknown };
  const isModels = STATUSES.has(String(status)) || (typeof code === 'string' && CODE.test(code));
  return isModels ? String(text ?? '') : undefined;
}

function parsed(text: unknown): { error?: unknown } | { error?: unknown }[] | undefined | null {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
