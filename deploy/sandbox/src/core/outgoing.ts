import { Agent, type Dispatcher, request } from 'undici';

// Not the built-in fetch: its parser throws where nobody can catch it when a server closes the connection while a body
// waits to be read (nodejs/undici#5360, mended in 8).
const dispatcher = new Agent();

/** A call of the sandbox to the outside: on a connection of its own, without following redirects. */
export function send(
  url: string,
  options: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string; signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  return request(url, { method: 'GET', ...options, dispatcher, reset: true });
}
