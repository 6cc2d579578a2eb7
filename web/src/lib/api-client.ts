import type { Answer, Input, Method, PathOf } from './contract.ts';
import { noteServerDate } from './server-clock.ts';

/**
 * What every non-OK answer becomes. `message` is "<status>: <body or status text>"; `code` and `detail` are the body's
 * `error` and `message` where it is the usual JSON, else null. `status` 0 means that no answer came at all.
 * `retryAfterSeconds`: how long the answer asks to wait, or null.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly detail: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: string, statusText: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const parsed = readBody(body);
    this.code = parsed.error;
    this.detail = parsed.message;
    this.retryAfterSeconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

function readBody(body: string): { error: string | null; message: string | null } {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) {
      const { error, message } = value as { error?: unknown; message?: unknown };
      return {
        error: typeof error === 'string' ? error : null,
        message: typeof message === 'string' ? message : null,
      };
    }
  } catch {
    // Not JSON: a proxy's page. The status says enough.
  }
  return { error: null, message: null };
}

/**
 * Calls the API with the session cookie and answers the parsed JSON, or undefined where the answer is empty. The JSON
 * content type is sent only with a body: the server refuses an empty JSON body.
 */
export function request<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...[input]: Record<string, never> extends Input<M, Path> ? [input?: Input<M, Path>] : [input: Input<M, Path>]
): Promise<Answer<M, Path>> {
  const { params, body } = (input ?? {}) as { params?: Readonly<Record<string, string>>; body?: unknown };
  const hasBody = body !== undefined && method !== 'GET';
  return call(addressOf(path, params), {
    method,
    headers: hasBody
      ? { accept: 'application/json', 'content-type': 'application/json' }
      : { accept: 'application/json' },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
}

/** The path with the values of the names in braces. */
function addressOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Sends a file as it is, under its own type. */
export function upload<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  file: Blob,
): Promise<Answer<M, Path>> {
  return call(path, {
    method,
    headers: { accept: 'application/json', 'content-type': file.type },
    body: file,
  });
}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, credentials: 'include' }).catch(() => {
    throw new ApiError(0, '', 'No connection. Check your network.');
  });
  noteServerDate(response.headers.get('date'));
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText, response.headers.get('retry-after'));
  return (text ? JSON.parse(text) : undefined) as T;
}

/** True for the error of a call made without a session. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** True for a fault that may be over at the next try: no answer at all, or one of the server's own faults. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** The server's own sentence where it gave one, else the given one. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.detail ? error.detail : fallback;
}

/** The stable code of an API error, or null. */
export function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null;
}
