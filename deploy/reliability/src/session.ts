import { randomUUID } from 'node:crypto';
import type { StackUrls } from './people.ts';

/** A session, as a browser keeps it. */
export interface SignedIn {
  /** The Cookie header of the browser. */
  readonly cookie: string;
  readonly userId: string;
}

export const passwordOf = (name: string): string => `${name} has a long password`;

/** A person without an account, and the body of their sign-up request. Names are lower-case letters and digits. */
export function newcomer(): { readonly name: string; readonly email: string; readonly body: string } {
  const name = `p${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const email = `${name}@example.com`;
  const body = JSON.stringify({ email, password: passwordOf(name), firstName: 'Ada', lastName: name });
  return { name, email, body };
}

/** Reads the session from the response to a sign-up: its Set-Cookie lines and its body. */
export function signedIn(setCookie: readonly string[], body: string): SignedIn {
  const cookie = setCookie.map((line) => line.split(';')[0]).join('; ');
  return { cookie, userId: String((JSON.parse(body) as { id: unknown }).id) };
}

/** Makes a call with a session, as our pages do. A body is sent as JSON; redirects are not followed. */
export function send(
  stack: StackUrls,
  cookie: string,
  call: { method: string; path: string; body: unknown; timeoutMs: number },
): Promise<Response> {
  const { method, path, body, timeoutMs } = call;
  return fetch(`${stack.baseUrl}${path}`, {
    method,
    headers: {
      cookie,
      ...sameOrigin(stack),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** The headers with which a browser marks a call of one of our pages. */
export const sameOrigin = ({ baseUrl }: StackUrls) => ({
  origin: new URL(baseUrl).origin,
  'sec-fetch-site': 'same-origin',
});
