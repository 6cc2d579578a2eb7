import { randomUUID } from 'node:crypto';
import type { Place } from './people.ts';

/** The session of somebody, as their browser keeps it. */
export interface SignedIn {
  /** What the browser sends along. */
  readonly cookie: string;
  readonly userId: string;
}

export const passwordOf = (name: string): string => `${name} has a long password`;

/** Somebody who has no account yet, and the body of their sign-up. Their name is small letters and digits. */
export function newcomer(): { readonly name: string; readonly email: string; readonly body: string } {
  const name = `p${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const email = `${name}@example.com`;
  const body = JSON.stringify({ email, password: passwordOf(name), firstName: 'Ada', lastName: name });
  return { name, email, body };
}

/** From the answer to a sign-up: its Set-Cookie lines and its body. */
export function signedIn(setCookie: readonly string[], body: string): SignedIn {
  const cookie = setCookie.map((line) => line.split(';')[0]).join('; ');
  return { cookie, userId: String((JSON.parse(body) as { id: unknown }).id) };
}

/** A call of a session, as a page of ours makes it; JSON when there is a body, no redirect is followed. */
export function send(
  place: Place,
  cookie: string,
  call: { method: string; path: string; body: unknown; timeoutMs: number },
): Promise<Response> {
  const { method, path, body, timeoutMs } = call;
  return fetch(`${place.baseUrl}${path}`, {
    method,
    headers: {
      cookie,
      ...sameOrigin(place),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** What a browser says of a call that a page of ours makes. */
export const sameOrigin = ({ baseUrl }: Place) => ({
  origin: new URL(baseUrl).origin,
  'sec-fetch-site': 'same-origin',
});
