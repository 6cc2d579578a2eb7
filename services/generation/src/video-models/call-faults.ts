import { neverConnected } from '@reelwright/errors';
import { apiErrorMessage, UnexpectedResponse } from './api-error.ts';

/** What a failed call to a video model says about the work that it was to start. */

/** Answers of a proxy that lost the call: the model may have started the work all the same. */
const UNCERTAIN = new Set([408, 499, 502, 504]);
/** V8's message where HTML is parsed as JSON. */
const PAGE = /^Unexpected token '<'/;
const GONE = new Set([400, 403, 404, 410]);
const NOT_THERE = /invalid interaction name|\b(operation|interaction|file)\b.*\b(not found|not exist|expired)\b/i;
/** 400s that refuse the content: the same prompt would be refused again. */
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
 * The model knows no such work or file, or no longer: to ask again is of no use. The message decides, as a key or a project
 * that is not accepted is answered with the same statuses.
 */
export const isUnknown = (error: unknown): boolean =>
  GONE.has(statusOf(error) ?? 0) && NOT_THERE.test(apiErrorMessage(error) ?? '');

/** Whether a start surely started nothing: it never reached the model, or was refused. */
export function startedNothing(error: unknown): boolean {
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

/** Whether the model itself answered, even if with an error: it is reachable. */
export function isAnswer(error: unknown): boolean {
  const status = statusOf(error);
  const isClientError = status !== undefined && status < 500 && status !== 429 && status !== 408;
  return isClientError && apiErrorMessage(error) !== undefined;
}
