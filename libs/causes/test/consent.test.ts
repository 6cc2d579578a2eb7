import { consentCauses, type PostCause, postCauses } from '@reelwright/product';
import { consentWords } from '../src/index.ts';

/** Causes that only posts have; a consent reports REQUEST_REFUSED as SIGN_IN_REFUSED. */
const OF_POSTS = [
  ...['BUDGET_SPENT', 'TOO_MANY_PENDING', 'ACCOUNT_NOT_PRIVATE', 'PRIVACY_OPTION_GONE', 'BLOCKED', 'DUPLICATE'],
  ...['COPYRIGHT', 'SESSION_LOST', 'NOT_PROCESSED_YET', 'PROCESSING_FAILED', 'REQUEST_REFUSED', 'NOT_COMMITTED'],
  'OUTCOME_UNKNOWN',
];
const between = (first: PostCause, last: PostCause): string[] =>
  postCauses.slice(postCauses.indexOf(first), postCauses.indexOf(last) + 1);

test('each code of a consent has a text, and no other code has one', () => {
  const consent = between('CONSENT_EXPIRED', 'CONNECT_FAILED');
  // What a platform can answer: limits, account problems, failed calls.
  const answers = between('RATE_LIMITED', 'OUTCOME_UNKNOWN');
  expect(answers).toEqual(expect.arrayContaining(OF_POSTS));
  // An unticked permission ends a consent, just as it ends a connection.
  const expected = ['SCOPE_MISSING', ...consent, ...answers.filter((code) => !OF_POSTS.includes(code))];
  expect([...consentCauses].sort()).toEqual(expected.sort());
});

test('the text names the platform, and an unknown code reads as our failure', () => {
  for (const code of consentCauses) {
    const { message, fix } = consentWords(code, 'tiktok', ['de-AT', 'en']);
    for (const text of [message, fix]) expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z][^{}]*\.$/)]);
  }
  for (const code of ['toString', 'unknown', null]) {
    expect(consentWords(code, 'tiktok', ['de-AT', 'en']).message).toBe('TikTok could not be connected.');
  }
});
