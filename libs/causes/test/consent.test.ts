import { consentCauses, type PostCause, postCauses } from '@reelwright/product';
import { consentWords } from '../src/index.ts';

/** What only a post can end with; REQUEST_REFUSED comes back from a consent as SIGN_IN_REFUSED. */
const OF_POSTS = [
  ...['BUDGET_SPENT', 'TOO_MANY_PENDING', 'ACCOUNT_NOT_PRIVATE', 'PRIVACY_OPTION_GONE', 'BLOCKED', 'DUPLICATE'],
  ...['COPYRIGHT', 'SESSION_LOST', 'NOT_PROCESSED_YET', 'PROCESSING_FAILED', 'REQUEST_REFUSED', 'NOT_COMMITTED'],
  'OUTCOME_UNKNOWN',
];
const between = (first: PostCause, last: PostCause): string[] =>
  postCauses.slice(postCauses.indexOf(first), postCauses.indexOf(last) + 1);

test('every code a consent can come back with has words, and no other has', () => {
  const consent = between('CONSENT_EXPIRED', 'CONNECT_FAILED');
  // Limits, the account and calls: what a platform can answer.
  const answers = between('RATE_LIMITED', 'OUTCOME_UNKNOWN');
  expect(answers).toEqual(expect.arrayContaining(OF_POSTS));
  // Left unticked, a permission ends a consent as it ends a connection.
  const expected = ['SCOPE_MISSING', ...consent, ...answers.filter((code) => !OF_POSTS.includes(code))];
  expect([...consentCauses].sort()).toEqual(expected.sort());
});

test('the words name the platform, and a made-up code reads as a failure of ours', () => {
  for (const code of consentCauses) {
    const { message, fix } = consentWords(code, 'tiktok');
    for (const text of [message, fix]) expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z][^{}]*\.$/)]);
  }
  for (const code of ['toString', 'unknown', null]) {
    expect(consentWords(code, 'tiktok').message).toBe('TikTok could not be connected.');
  }
});
