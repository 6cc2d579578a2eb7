import { neverConnected } from '@reelwright/errors';
import { apiErrorMessage, UnexpectedResponse } from './api-error.ts';

/** Classifies failed calls to a video model: whether the work may have started, and whether the model answered. */

/** Answers of a proxy that lost the call: the model may still have started the work. */
const UNCERTAIN = new Set([408, 499, 502, 504]);
/** V8's message when HTML is parsed as JSON. */
const PAGE = /^Unexpected token '<'/;
const GONE = new Set([400, 403, 404, 410]);
const NOT_THERE = /invalid interaction name|\b(operation|interaction|file)\b.*\b(not found|not exist|expired)\b/i;
/** Messages of a 400 that refuses the content: the same prompt would be refused again. */
const REFUSED_CONTENT = /\b(safety|blocked|prohibited|usage guidelines)\b/i;

/** The fields of a library's error. Libraries have their own error classes, so a fault is recognised by its fields. */
interface Fault {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly status?: unknown;
}

const faultOf = (error: unknown): Fault => (typeof error === 'object' && error !== null ? error : {});

/** The status of the model's answer; undefined when there was none. */
export function statusOf(error: unknown): number | undefined {
  const { status } = faultOf(error);
  return typeof status === 'number' ? status : undefined;
}

/** A 429: the model accepts no more calls for now. */
export const isBusy = (error: unknown): boolean => statusOf(error) === 429;

export const isRefusedContent = (error: unknown): boolean =>
  statusOf(error) === 400 && REFUSED_CONTENT.test(apiErrorMessage(error) ?? '');

/**
 * Whether the model does not know the work or file, so polling it again is useless. Decided by the message, because a
 * rejected key or project has the same statuses.
 */
export const isUnknown = (error: unknown): boolean =>
  GONE.has(statusOf(error) ?? 0) && NOT_THERE.test(apiErrorMessage(error) ?? '');

/** Whether a start certainly started no work: it did not reach the model, or was refused. */
export function startedNothing(error: unknown): boolean {
  if (error instanceof UnexpectedResponse) return true;
  const { name, message } = faultOf(error);
  // The token is fetched before the request, from another server.
  if (name === 'GaxiosError') return true;
  const status = statusOf(error);
  if (status !== undefined) return !UNCERTAIN.has(status);
  // A page with status 200 where JSON was expected. Truncated JSON may be the model's answer.
  if (name === 'SyntaxError' && PAGE.test(String(message))) return true;
  return neverConnected(error);
}

/** Whether the model itself answered, even with an error, and so is reachable. */
export function isAnswer(error: unknown): boolean {
  const status = statusOf(error);
  const isClientError = status !== undefined && status < 500 && status !== 429 && status !== 408;
  return isClientError && apiErrorMessage(error) !== undefined;
}
