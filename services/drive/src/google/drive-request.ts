import { DriveFailure, failureOf } from './drive-failure.ts';
import type { TokenSource } from './google-token.ts';

interface DriveRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the root, with its query. */
  readonly path: string;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface DriveAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Google's word for the refusal; '' when there is none. */
  readonly reason: string;
}

export type SendRequest = (request: DriveRequest) => Promise<DriveAnswer>;

const TIMEOUT_MS = 10_000;

/**
 * Calls of the Drive API under the operator's token. Answers below 500, other than 401 and 429, are the caller's to judge.
 * @throws DriveFailure, or the signal's reason when it ended the call.
 */
export function createSendRequest(root: string, token: TokenSource): SendRequest {
  async function once({ method, path, json, headers, signal }: DriveRequest): Promise<DriveAnswer> {
    const authorization = `Bearer ${await unlessAborted(signal, token.get())}`;
    return answerOf(signal, () =>
      fetch(new URL(path, root), {
        method,
        headers: { authorization, ...(json && { 'content-type': 'application/json; charset=UTF-8' }), ...headers },
        ...(json && { body: JSON.stringify(json) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      }),
    );
  }

  return async (request) => {
    let answer = await once(request);
    if (answer.status === 401) {
      // The token died before its time. A new one tells whether the whole grant has.
      token.drop();
      answer = await once(request);
    }
    const { status, reason, body } = answer;
    if (status === 401 || status === 408 || status === 429 || status >= 500) throw failureOf(status, reason, body);
    return answer;
  };
}

/** The token's library takes no signal; whoever stops waiting leaves it to the next call. */
async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Reads an answer; a connection that failed is a Drive that does not answer. */
export async function answerOf(signal: AbortSignal, call: () => Promise<Response>): Promise<DriveAnswer> {
  try {
    const response = await call();
    const text = await response.text();
    const body = text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined;
    return { status: response.status, headers: response.headers, body, reason: reasonOf(body) };
  } catch (error) {
    signal.throwIfAborted();
    throw new DriveFailure('DRIVE_UNAVAILABLE', error);
  }
}

function reasonOf(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { errors?: { reason?: string }[] } };
  return error?.errors?.[0]?.reason ?? '';
}

export const isFine = ({ status }: DriveAnswer): boolean => status >= 200 && status < 300;
