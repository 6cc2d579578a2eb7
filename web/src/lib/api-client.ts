import type { Answer, Input, Method, PathOf } from './contract.ts';
import { syncServerClock } from './server-clock.ts';

/**
 * The error for every response that is not OK. `message` is "<status>: <body or status text>"; `code` and `detail` are the
 * body's `error` and `message` if it is the usual JSON, else null. `status` 0 means that no response arrived.
 * `retryAfterSeconds` is the Retry-After header, or null.
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
    const parsedBody = readBody(body);
    this.code = parsedBody.error;
    this.detail = parsedBody.message;
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
    // Not JSON, such as a proxy's page: the status alone is used.
  }
  return { error: null, message: null };
}

/**
 * Calls the API with the session cookie and returns the parsed JSON, or undefined for an empty response. The JSON
 * content type is sent only with a body, because the server rejects an empty JSON body.
 */
export function request<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...[input]: Record<string, never> extends Input<M, Path> ? [input?: Input<M, Path>] : [input: Input<M, Path>]
): Promise<Answer<M, Path>> {
  const { params, query, body } = (input ?? {}) as {
    params?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, string | undefined>>;
    body?: unknown;
  };
  const hasBody = body !== undefined && method !== 'GET';
  return call(addressOf(path, params) + searchOf(query), {
    method,
    headers: hasBody
      ? { accept: 'application/json', 'content-type': 'application/json' }
      : { accept: 'application/json' },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
}

/** The path, with each name in braces replaced by its value. */
function addressOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** The query with its question mark; empty without a value. */
function searchOf(query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Sends a file unchanged, with its own content type. */
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
  syncServerClock(response.headers.get('date'));
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText, response.headers.get('retry-after'));
  return (text ? JSON.parse(text) : undefined) as T;
}

/** True for the error of a call made without a session. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** True for a failure that a retry may fix: no response, or a failure of the server. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** The server's sentence if it sent one, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.detail ? error.detail : fallback;
}

/** The stable code of an API error, or null. */
export function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null;
}
