import { type Platform, platforms } from '@reelwright/product';
import { givenUp, outcomeOfFailure } from './outcomes.ts';
import { ProviderRefusal, Unreachable } from './provider-call.ts';
import { definitions } from './registry.ts';

const now = new Date('2026-11-21T12:00:00Z');
const refusal = (platform: Platform, code: string, status = 400) =>
  new ProviderRefusal(definitions[platform].errors, code, status);
const handle = { id: 1 };

test('a code that is the name of an inherited property is unknown', () => {
  for (const code of ['constructor', '__proto__', 'toString', '1/valueOf']) {
    expect([code, definitions.tiktok.errors.codeFor(code)]).toEqual([code, undefined]);
  }
});

test.each([
  ['youtube', 'quotaExceeded', 'DAILY_LIMIT'],
  ['youtube', 'insufficientPermissions', 'SCOPE_MISSING'],
  ['tiktok', 'spam_risk_too_many_posts', 'DAILY_LIMIT'],
  ['tiktok', 'unaudited_client_can_only_post_to_private_accounts', 'ACCOUNT_NOT_PRIVATE'],
  ['facebook', '190', 'TOKEN_REJECTED'],
  ['facebook', '190/458', 'ACCESS_REMOVED'],
  ['facebook', '190/459', 'CHECKPOINT'],
  ['facebook', '190/460', 'PASSWORD_CHANGED'],
  ['instagram', '190/463', 'ACCESS_EXPIRED'],
  ['instagram', '190/467', 'TOKEN_REJECTED'],
  ['tiktok', 'access_token_invalid', 'TOKEN_REJECTED'],
  ['tiktok', 'auth_removed', 'ACCESS_REMOVED'],
  ['tiktok', 'scope_not_authorized', 'SCOPE_MISSING'],
  ['tiktok', 'invalid_client', 'APP_REFUSED'],
  ['youtube', 'invalid_grant', 'TOKEN_REJECTED'],
  ['youtube', 'unauthorized_client', 'APP_REFUSED'],
  ['facebook', '230', 'SCOPE_MISSING'],
  ['facebook', '80001', 'RATE_LIMITED'],
  ['facebook', '100/33', 'SESSION_LOST'],
  ['facebook', '368', 'ACCOUNT_PAUSED'],
  ['facebook', '1363026', 'MEDIA_REFUSED'],
  ['facebook', '1363130', 'MEDIA_REFUSED'],
  ['instagram', '368', 'ACCOUNT_PAUSED'],
  ['facebook', 'PartialRequestError', 'SESSION_LOST'],
  ['instagram', '9/2207042', 'DAILY_LIMIT'],
  ['instagram', '4/2207051', 'BLOCKED'],
  ['instagram', '4', 'RATE_LIMITED'],
  ['instagram', '9007/2207027', 'NOT_PROCESSED_YET'],
] as const)('%s %s means %s', (platform, code, ours) => expect(definitions[platform].errors.codeFor(code)).toBe(ours));

test('an unclear answer is unknown at the commit, and tried again before it', () => {
  for (const error of [
    new Unreachable('http://x', 'cut'),
    refusal('youtube', '', 503),
    refusal('facebook', '2', 500),
  ]) {
    expect(outcomeOfFailure(error, 'commit', handle, now)).toMatchObject({ kind: 'unknown', handle });
    expect(outcomeOfFailure(error, 'stage', handle, now).kind).toBe('retryable');
  }
});

test('a commit without a connection to the platform was not made', () => {
  const refused = new Unreachable('http://x', new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));
  expect(outcomeOfFailure(refused, 'commit', handle, now)).toMatchObject({
    kind: 'retryable',
    code: 'PROVIDER_UNREACHABLE',
  });
  const cut = new Unreachable('http://x', new TypeError('fetch failed', { cause: { code: 'UND_ERR_SOCKET' } }));
  expect(outcomeOfFailure(cut, 'commit', handle, now).kind).toBe('unknown');
});

test("an answer without the provider's own code is retryable, whatever its status", () => {
  for (const platform of platforms) {
    for (const status of [200, 302, 400, 401, 403, 404, 408, 500, 503]) {
      expect(outcomeOfFailure(refusal(platform, '', status), 'stage', handle, now)).toEqual({
        kind: 'retryable',
        code: 'PROVIDER_ERROR',
      });
    }
  }
});

test('a clear refusal of the commit is not unknown', () => {
  expect(outcomeOfFailure(refusal('tiktok', 'rate_limit_exceeded', 429), 'commit', handle, now).kind).toBe('retryable');
  expect(outcomeOfFailure(refusal('facebook', '368'), 'commit', handle, now)).toEqual({
    kind: 'permanent',
    code: 'ACCOUNT_PAUSED',
  });
});

test('no failure of a check can make a post fail', () => {
  for (const error of [
    refusal('facebook', '368'),
    refusal('youtube', 'forbidden', 403),
    new Unreachable('http://x', 'cut'),
  ]) {
    expect(outcomeOfFailure(error, 'observe', handle, now).kind).toBe('retryable');
    expect(outcomeOfFailure(error, 'reconcile', handle, now).kind).toBe('unknown');
  }
});

test('a fault of our own is not blamed on a platform', () => {
  expect(() => outcomeOfFailure(new TypeError('x'), 'stage', undefined, now)).toThrow(TypeError);
});

test("a platform's Retry-After sets the next try", () => {
  const error = new ProviderRefusal(definitions.youtube.errors, 'rateLimitExceeded', 429, { retryAfterMs: 90_000 });
  expect(outcomeOfFailure(error, 'stage', undefined, now)).toMatchObject({ at: new Date(now.getTime() + 90_000) });
});

test('a post that the platform accepted and gave up is staged again after a transient cause, and fails after any other', () => {
  expect(givenUp(definitions.tiktok.errors, 'internal')).toEqual({
    kind: 'retryable',
    code: 'PROVIDER_ERROR',
    restage: true,
  });
  expect(givenUp(definitions.tiktok.errors, 'spam_risk')).toEqual({ kind: 'permanent', code: 'BLOCKED' });
  expect(givenUp(definitions.facebook.errors, '1609010')).toMatchObject({ kind: 'retryable', restage: true });
  expect(givenUp(definitions.youtube.errors, 'something new')).toEqual({
    kind: 'permanent',
    code: 'PROCESSING_FAILED',
  });
});
