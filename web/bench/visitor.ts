import { randomUUID } from 'node:crypto';

/** Signs a new person up at a running installation, as a browser would. */
export async function signUp(base: string) {
  const response = await fetch(`${base}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({
      email: `bench-${randomUUID()}@example.com`,
      password: 'a long enough password',
      firstName: 'Ada',
      lastName: 'Byron',
    }),
  });
  if (!response.ok) throw new Error(`Nobody could sign up at ${base}: ${await response.text()}`);
  const pairs = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return {
    header: pairs.join('; '),
    cookies: pairs.map((pair) => {
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      return { name, value, url: base };
    }),
  };
}
