import { Agent, type Dispatcher, request } from 'undici';

// Not the built-in fetch: its parser throws an uncatchable error when a server closes the connection while a body waits to
// be read (nodejs/undici#5360, fixed in undici 8).
const dispatcher = new Agent();

/** Sends a request from the sandbox, without following redirects. */
export function send(
  url: string,
  options: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string; signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  return request(url, { method: 'GET', ...options, dispatcher });
}
