import { consentCauses, type PostCause, postCauses } from '@reelwright/product';
import { consentText } from '../src/index.ts';

/** Causes that only posts have; a refused consent has SIGN_IN_REFUSED instead of REQUEST_REFUSED. */
const OF_POSTS = [
  ...['BUDGET_SPENT', 'TOO_MANY_PENDING', 'ACCOUNT_NOT_PRIVATE', 'PRIVACY_OPTION_GONE', 'BLOCKED', 'DUPLICATE'],
  ...['COPYRIGHT', 'SESSION_LOST', 'NOT_PROCESSED_YET', 'PROCESSING_FAILED', 'REQUEST_REFUSED', 'NOT_COMMITTED'],
  'OUTCOME_UNKNOWN',
];
/** Both included. `postCauses` lists the codes in groups: those of a consent, limits, the account, calls. */
const fromTo = (first: PostCause, last: PostCause): string[] =>
  postCauses.slice(postCauses.indexOf(first), postCauses.indexOf(last) + 1);

test('a consent ends only with its own codes and with the platform codes that fit it', () => {
  const consent = fromTo('CONSENT_EXPIRED', 'CONNECT_FAILED');
  // What a platform can answer: limits, account problems, failed calls.
  const answers = fromTo('RATE_LIMITED', 'OUTCOME_UNKNOWN');
  expect(answers).toEqual(expect.arrayContaining(OF_POSTS));
  // SCOPE_MISSING is a cause of connections, and a consent without a permission ends with it too.
  const expected = ['SCOPE_MISSING', ...consent, ...answers.filter((code) => !OF_POSTS.includes(code))];
  expect([...consentCauses].sort()).toEqual(expected.sort());
});

test('the text of each code is a sentence, and an unknown code gets the general text', () => {
  for (const code of consentCauses) {
    const { message, fix } = consentText(code, 'tiktok', ['de-AT', 'en']);
    for (const text of [message, fix]) expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z][^{}]*\.$/)]);
  }
  for (const code of ['toString', 'unknown', null]) {
    expect(consentText(code, 'tiktok', ['de-AT', 'en']).message).toBe('TikTok could not be connected.');
  }
});
