import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Auth, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

it('[ASVS 2.4.1] a body above the limit is refused unread', async () => {
  const payload = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`f${index}`, 1]));
  const response = await auth.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  expect([response.statusCode, response.json()]).toMatchObject([413, { error: 'BODY_TOO_LARGE' }]);
});
