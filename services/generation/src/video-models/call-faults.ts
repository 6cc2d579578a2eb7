import { neverConnected } from '@reelwright/errors';
import { apiErrorMessage, UnexpectedResponse } from './api-error.ts';

/** What the fault of a call to a video model says about the work that was to begin. */

/** Answers of a proxy that lost sight of the call: the model may have begun all the same. */
const UNCERTAIN = new Set([408, 499, 502, 504]);
/** What V8 says of HTML that is no JSON. */
const PAGE = /^Unexpected token '<'/;
const GONE = new Set([400, 403, 404, 410]);
const NOT_THERE = /invalid interaction name|\b(operation|interaction|file)\b.*\b(not found|not exist|expired)\b/i;
/** 400s that are a judgement of the content: the same words end the same. */
const REFUSED_CONTENT = /\b(safety|blocked|prohibited|usage guidelines)\b/i;

/** What libraries say about a fault. They bring error classes of their own, so it is known by its fields. */
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

/** A 429: the model takes no more calls for now. */
export const isBusy = (error: unknown): boolean => statusOf(error) === 429;

export const isRefusedContent = (error: unknown): boolean =>
  statusOf(error) === 400 && REFUSED_CONTENT.test(apiErrorMessage(error) ?? '');

/**
 * The model knows no such work or file, or no longer: asking again is no use. The words decide, for a key or a project
 * that is not accepted is answered with the same statuses.
 */
export const isUnknown = (error: unknown): boolean =>
  GONE.has(statusOf(error) ?? 0) && NOT_THERE.test(apiErrorMessage(error) ?? '');

/** Whether a start surely began nothing: it never reached the model, or was turned away. A start that succeeds has a name. */
export function beganNothing(error: unknown): boolean {
  if (error instanceof UnexpectedResponse) return true;
  const { name, message } = faultOf(error);
  // The token comes before the request, from another server.
  if (name === 'GaxiosError') return true;
  const status = statusOf(error);
  if (status !== undefined) return !UNCERTAIN.has(status);
  // A page with status 200, where a library expected JSON. JSON that breaks off may be the model's.
  if (name === 'SyntaxError' && PAGE.test(String(message))) return true;
  return neverConnected(error);
}

/** Whether the model itself answered, be it with a refusal: it is there. */
export function isAnswer(error: unknown): boolean {
  const status = statusOf(error);
  const isRefusal = status !== undefined && status < 500 && status !== 429 && status !== 408;
  return isRefusal && apiErrorMessage(error) !== undefined;
}
