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
  const answer = await send(`${url}/api/auth/signup`, { email, password, firstName: 'Ada', lastName: 'Byron' });
  if (answer.status !== 201) throw new Error(`signing up ended with ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
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
