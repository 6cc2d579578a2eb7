import type { Dispatcher } from 'undici';
import { DriveFailure, failureOf } from './drive-failure.ts';

export interface DriveResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Google's reason for the error; '' when there is none. */
  readonly reason: string;
}

/** A response of gaxios, the HTTP client of Google's libraries; its errors have one as `response`. */
interface GoogleResponse {
  readonly status: number;
  readonly headers: object;
  readonly data: unknown;
}

/**
 * Awaits a call of Google's library and returns its response; 401, 408, 429 and 5xx are thrown.
 * @throws DriveFailure, or the signal's reason when it ended the call
 */
export async function responseOfCall(signal: AbortSignal, call: () => Promise<GoogleResponse>): Promise<DriveResponse> {
  signal.throwIfAborted();
  const response = toDriveResponse(await unlessAborted(signal, call().catch(responseOf)));
  const { status } = response;
  if (status === 401 || status === 408 || status === 429 || status >= 500) throw failureOf(response);
  return response;
}

/** Reads the response to a request made without the library; a failed connection counts as DRIVE_UNAVAILABLE. */
export async function responseOfRequest(
  signal: AbortSignal,
  send: () => Promise<Dispatcher.ResponseData>,
): Promise<DriveResponse> {
  try {
    const { statusCode, headers, body } = await send();
    const text = await body.text();
    const data = text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined;
    return toDriveResponse({ status: statusCode, headers, data });
  } catch (error) {
    signal.throwIfAborted();
    throw new DriveFailure('DRIVE_UNAVAILABLE', error);
  }
}

function toDriveResponse({ status, headers, data }: GoogleResponse): DriveResponse {
  const { error } = (data ?? {}) as { error?: { errors?: { reason?: string }[] } };
  return {
    status,
    headers: new Headers(headers as Record<string, string>),
    body: data,
    reason: error?.errors?.[0]?.reason ?? '',
  };
}

/** Permanent errors of RFC 6749, 5.2. */
const PERMANENT_ERRORS = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client', 'deleted_client']);

/** The response in an error. The error also has the request, which must not be logged. */
function responseOf(error: unknown): GoogleResponse {
  const { response, cause, message } = error as { response?: GoogleResponse; cause?: unknown; message?: unknown };
  if (!response) throw new DriveFailure('DRIVE_UNAVAILABLE', cause ?? message);
  // The library calls the token endpoint itself, whose `error` is a string.
  const tokenError = (response.data as { error?: unknown } | null)?.error;
  if (typeof tokenError === 'string') {
    const code = PERMANENT_ERRORS.has(tokenError) ? 'DRIVE_ACCESS_LOST' : 'DRIVE_UNAVAILABLE';
    throw new DriveFailure(code, response.data, { isGrantRefused: tokenError === 'invalid_grant' });
  }
  return response;
}

/** Fetching a token takes no signal, so an aborted call leaves the token to the next one. */
async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export const isOk = ({ status }: DriveResponse): boolean => status >= 200 && status < 300;
