import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BadRequest } from './input-bad.ts';
import type { Person } from './people.ts';
import { passwordOf } from './session.ts';

/** Secrets that are sent in requests and may not be in any log. */
export interface Canaries {
  readonly requests: readonly BadRequest[];
  /** By kind. */
  readonly secrets: ReadonlyMap<string, string>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Requests with a secret wherever a call takes one. All must be rejected. */
export function createCanaries(person: Person, apiKey: string): Canaries {
  const secrets = new Map<string, string>();
  const secret = (what: string, make = () => randomBytes(32).toString('base64url')) => {
    const value = make();
    secrets.set(what, value);
    return value;
  };
  const digits = () => `4${[...randomBytes(15)].map((byte) => byte % 10).join('')}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): BadRequest => ({
    what: 'secrets',
    method: 'POST',
    path,
    headers: { ...JSON_TYPE, ...headers },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const get = (path: string, headers: Record<string, string> = {}): BadRequest => ({
    what: 'secrets',
    method: 'GET',
    path,
    headers,
  });
  const { cookie, email } = person;
  const requests = [
    post('/api/auth/login', { email, password: secret('a wrong password') }),
    post('/api/auth/login', { email, password: secret('a password with an unknown field'), x: 1 }),
    post('/api/auth/signup', { email: 'no e-mail', password: secret('a new password'), firstName: 'A', lastName: 'B' }),
    post('/api/auth/password/reset', { token: secret('a reset token'), password: secret('a reset password') }),
    post('/api/admin/session', { code: secret('an admin code') }),
    post('/api/create-subscription', { tier: 'pro', cardNumber: secret('a card number', digits) }, { cookie }),
    post(
      '/api/webhooks/stripe',
      { client_secret: secret('a client secret') },
      { 'stripe-signature': secret('a signature') },
    ),
    post('/api/meta/data-deletion', `signed_request=${secret('a signed request')}.x`, {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    post(
      '/api/external/youtube/post',
      { videoUrl: `https://ada:${secret('a password in an address')}@media.example.com/` },
      { 'x-api-key': apiKey },
    ),
    post(
      '/api/external/youtube/post',
      { videoUrl: 'ftp://x', token: secret('an unknown field') },
      { 'x-api-key': apiKey },
    ),
    get('/api/videos', { cookie: `sid=${secret('a cookie')}` }),
    get('/api/videos', {
      authorization: `Bearer ${secret('a bearer token')}`,
      'x-auth-identity': secret('an identity'),
    }),
    get('/api/external/user/connections', { 'x-api-key': `rw_live_${secret('an API key')}` }),
    get(`/api/auth/google/callback?code=${secret('a code of Google')}&state=${secret('a state of Google')}`),
    get(`/api/tiktok/callback?code=${secret('a code of TikTok')}&state=${secret('a state of TikTok')}`, { cookie }),
    get(`/media/0198f2a4-6f3c-7e1e-9d55-0d9a6f7b1c2d.mp4?exp=1&sig=${secret('a media signature')}`),
  ];
  secrets.set("a person's password", passwordOf(person.name));
  for (const [name, what] of [
    ['sid', 'session'],
    ['browser', 'browser'],
  ] as const) {
    const value = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(cookie)?.[1];
    if (!value) throw new Error(`the person has no cookie ${name}`);
    secrets.set(`a person's ${what}`, value.slice(0, 40));
  }
  secrets.set("a person's API key", apiKey);
  return { requests, secrets };
}

/** The stack's own secrets, from its file. */
export function stackSecrets(home: string): Map<string, string> {
  const file = join(home, 'run/secrets.json');
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return new Map(
    Object.entries(all).flatMap(([name, value]) =>
      typeof value === 'string' && value.length >= 12 ? [[`the stack's ${name}`, value] as const] : [],
    ),
  );
}

/** The secrets found in each log. The sandbox's log is left out, because it emulates other companies. */
export function findSecrets(
  home: string,
  secrets: ReadonlyMap<string, string>,
): { lines: number; foundSecrets: string[] } {
  const folder = join(home, 'run/logs');
  const foundSecrets: string[] = [];
  let lines = 0;
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.startsWith('sandbox')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    lines += text.split('\n').length - 1;
    for (const [what, value] of secrets) {
      if ([value, encodeURIComponent(value)].some((form) => text.includes(form)))
        foundSecrets.push(`${what} is in ${name}`);
    }
  }
  return { lines, foundSecrets };
}
