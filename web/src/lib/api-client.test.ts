import { describe, expect, test } from '@jest/globals';
import { failure, stubServer } from '../../test/browser.tsx';
import { ApiError, isUnauthorized, request } from './api-client.ts';
import { serverNow } from './server-clock.ts';

describe('an API call', () => {
  test('that fails throws an error with status and body, code and message', async () => {
    stubServer({ 'GET /api/payments': failure(429, 'TOO_MANY_ATTEMPTS', 'Wait a minute.') });
    const error = await request('GET', '/api/payments').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: '429: {"error":"TOO_MANY_ATTEMPTS","message":"Wait a minute."}',
      status: 429,
      code: 'TOO_MANY_ATTEMPTS',
      detail: 'Wait a minute.',
    });
  });

  test('that fails without a body has the status text as its message', async () => {
    globalThis.fetch = (async () => new Response(null, { status: 502, statusText: 'Bad Gateway' })) as never;
    await expect(request('GET', '/api/payments')).rejects.toThrow('502: Bad Gateway');
  });

  test('without a session is recognised by isUnauthorized', async () => {
    stubServer({ 'GET /api/payments': failure(401, 'UNAUTHENTICATED', 'Sign in.') });
    const error = await request('GET', '/api/payments').catch((caught: unknown) => caught);
    expect(isUnauthorized(error)).toBe(true);
  });

  test('without a network has status 0', async () => {
    globalThis.fetch = (async () => {
      throw new TypeError('fetch failed');
    }) as never;
    await expect(request('GET', '/api/payments')).rejects.toMatchObject({ status: 0 });
  });

  test('always sends credentials, and the JSON content type only with a body', async () => {
    const seen: RequestInit[] = [];
    globalThis.fetch = (async (_path: string, init: RequestInit) => {
      seen.push(init);
      return new Response('{}');
    }) as never;
    await request('DELETE', '/api/revoke-api-key');
    await request('POST', '/api/auth/password/forgotten', { body: { email: 'a@example.com' } });
    expect(seen.map((init) => init.credentials)).toEqual(['include', 'include']);
    expect(seen[0]).toMatchObject({ headers: { accept: 'application/json' } });
    expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('content-type');
    expect(seen[1]).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: '{"email":"a@example.com"}',
    });
  });

  test('inserts each parameter into the path as one encoded segment', async () => {
    const server = stubServer({});
    const params = { id: 'a/b?c', platform: 'tiktok' as const };
    await request('POST', '/api/videos/{id}/posts/{platform}/check', { params, body: {} }).catch(() => undefined);
    expect(server.calls).toEqual([{ call: 'POST /api/videos/a%2Fb%3Fc/posts/tiktok/check', body: {} }]);
  });

  test('sets the clock from the Date header', async () => {
    globalThis.fetch = (async () =>
      new Response('{}', { headers: { date: 'Sat, 01 Jan 2033 10:00:00 GMT' } })) as never;
    await request('GET', '/api/payments');
    expect(Math.abs(serverNow() - Date.parse('2033-01-01T10:00:00Z'))).toBeLessThan(5000);
  });
});
