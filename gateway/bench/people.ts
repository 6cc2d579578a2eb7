import { randomUUID } from 'node:crypto';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
}

/** A new account, signed in. */
export async function signUp(url: string): Promise<Person> {
  const email = `p-${randomUUID()}@example.com`;
  const password = 'correct horse battery';
  const response = await send(`${url}/api/auth/signup`, { email, password, firstName: 'Ada', lastName: 'Byron' });
  if (response.status !== 201) throw new Error(`signing up ended with ${response.status}: ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { id, email, password, cookie: cookies.join('; ') };
}

export function logIn(url: string, { email, password }: Person): Promise<Response> {
  return send(`${url}/api/auth/login`, { email, password });
}

function send(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
