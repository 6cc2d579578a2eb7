import type { BadRequest } from './input-bad.ts';
import type { HttpResponse } from './input-client.ts';

/** Internals that no response may hold: stack traces, queries, messages of libraries. */
const INNER =
  /\bat [^\n"]*:\d+:\d+|node_modules|\/(services|libs|src)\/|\.ts\b|\bselect [^"]* from\b|postgres|kafka|ECONN|FST_ERR|\bTypeError\b/i;

/** What is wrong with the response to a bad request; undefined when nothing is. */
export function problemOf(request: BadRequest, response: HttpResponse): string | undefined {
  const { status, contentType, text } = response;
  // The return from a provider's page redirects to ours, with an error code.
  if (/\/callback(\?|$)/.test(request.path) && request.method === 'GET' && status === 302) {
    return /^\/(social|auth\/login)\?error=/.test(response.location) ? undefined : `led to ${response.location}`;
  }
  if (status < 400 || status > 499) return `was answered ${status} ${text.slice(0, 200)}`;
  if (!/^application\/json\b/.test(contentType))
    return `has the type '${contentType}' (${status} ${text.slice(0, 100)})`;
  if (request.method === 'HEAD') return undefined;
  if (INNER.test(text)) return `shows internals: ${text.slice(0, 300)}`;
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown };
    const isOurs =
      typeof error === 'string' && /^[A-Z][A-Z0-9_]+$/.test(error) && typeof message === 'string' && message;
    return isOurs ? undefined : `is not {error, message}: ${text.slice(0, 200)}`;
  } catch {
    return `is no JSON: ${text.slice(0, 200)}`;
  }
}
