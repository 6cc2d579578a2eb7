import { neverConnected } from '@reelwright/errors';
import { apiErrorMessage, UnexpectedResponse } from './api-error.ts';

/** Classifies failed calls to a video model: whether the work may have started, and whether the model responded. */

/** Statuses with which a proxy reports a lost call: the model may still have started the work. */
const UNCERTAIN_STATUSES = new Set([408, 499, 502, 504]);
/** V8's message when HTML is parsed as JSON. */
const HTML_AS_JSON = /^Unexpected token '<'/;
const UNKNOWN_WORK_STATUSES = new Set([400, 403, 404, 410]);
const UNKNOWN_WORK = /invalid interaction name|\b(operation|interaction|file)\b.*\b(not found|not exist|expired)\b/i;
/** Messages of a 400 that rejects the content: the same prompt would be rejected again. */
const REJECTED_CONTENT = /\b(safety|blocked|prohibited|usage guidelines)\b/i;

/** The fields of a library's error. Libraries have their own error classes, so errors are recognised by their fields. */
interface ErrorFields {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly status?: unknown;
}

const fieldsOf = (error: unknown): ErrorFields => (typeof error === 'object' && error !== null ? error : {});

/** The status of the response; undefined without one. */
export function statusOf(error: unknown): number | undefined {
  const { status } = fieldsOf(error);
  return typeof status === 'number' ? status : undefined;
}

/** A 429: the model is rate-limited. */
export const isBusy = (error: unknown): boolean => statusOf(error) === 429;

export const isRejectedContent = (error: unknown): boolean =>
  statusOf(error) === 400 && REJECTED_CONTENT.test(apiErrorMessage(error) ?? '');

/**
 * Whether the model does not know the work or file, so polling it again is useless. Decided by the message, because a
 * rejected key or project has the same statuses.
 */
export const isUnknownWork = (error: unknown): boolean =>
  UNKNOWN_WORK_STATUSES.has(statusOf(error) ?? 0) && UNKNOWN_WORK.test(apiErrorMessage(error) ?? '');

/** Whether a start certainly started no work: it did not reach the model, or was rejected. */
export function startedNoWork(error: unknown): boolean {
  if (error instanceof UnexpectedResponse) return true;
  const { name, message } = fieldsOf(error);
  // The token is fetched before the request, from another server.
  if (name === 'GaxiosError') return true;
  const status = statusOf(error);
  if (status !== undefined) return !UNCERTAIN_STATUSES.has(status);
  // A page has status 200 where JSON was expected. Truncated JSON may be the model's response.
  if (name === 'SyntaxError' && HTML_AS_JSON.test(String(message))) return true;
  return neverConnected(error);
}

/** Whether the error is a response of the model itself, so that the model is reachable. */
export function isModelResponse(error: unknown): boolean {
  const status = statusOf(error);
  const isClientError = status !== undefined && status < 500 && status !== 429 && status !== 408;
  return isClientError && apiErrorMessage(error) !== undefined;
}
