/** The canonical codes of Google's APIs, which stand in `error.status` of a refusal. */
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
/** The Interactions API has words for `error.code` instead, such as `invalid_request`. */
const CODE = /^[a-z]+(_[a-z]+)*$/;

/** An answer that is not in the model's form: a page, or another's JSON. It says nothing of the work. */
export class UnexpectedResponse extends Error {
  constructor() {
    super('the answer is not in the form of the model');
    this.name = 'UnexpectedResponse';
  }
}

/**
 * What the model itself says in a refusal, or undefined where the answer is a proxy's or a maintenance page: the status alone
 * does not tell. Libraries keep the answer as the error's `body`, or as its message.
 */
export function apiErrorMessage(error: unknown): string | undefined {
  const { body, message } = (error ?? {}) as { body?: unknown; message?: unknown };
  const answer = parsed(typeof body === 'string' ? body : message);
  const refusal = (Array.isArray(answer) ? answer[0] : answer)?.error;
  const { status, code, message: words } = (refusal ?? {}) as { status?: unknown; code?: unknown; message?: unknown };
  const isOwn = STATUSES.has(String(status)) || (typeof code === 'string' && CODE.test(code));
  return isOwn ? String(words ?? '') : undefined;
}

function parsed(text: unknown): { error?: unknown } | { error?: unknown }[] | undefined | null {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
