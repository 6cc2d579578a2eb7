import { consentCauses, type PostCause, postCauses } from '@reelwright/product';
import { consentText } from '../src/index.ts';

/**
 * A consent is one visit to a platform's permission page. Of the causes from RATE_LIMITED to OUTCOME_UNKNOWN, none ends
 * with these: when the platform refuses the sign-in, the cause is SIGN_IN_REFUSED, not REQUEST_REFUSED.
 */
const NOT_OF_CONSENTS = [
  ...['BUDGET_SPENT', 'TOO_MANY_PENDING', 'ACCOUNT_NOT_PRIVATE', 'PRIVACY_OPTION_GONE', 'BLOCKED', 'DUPLICATE'],
  ...['COPYRIGHT', 'SESSION_LOST', 'NOT_PROCESSED_YET', 'PROCESSING_FAILED', 'REQUEST_REFUSED', 'NOT_COMMITTED'],
  'OUTCOME_UNKNOWN',
];
/**
 * The codes from `first` to `last`, both included. In `postCauses` the codes of a consent stand together, and those of
 * limits, account and calls follow each other.
 */
const fromTo = (first: PostCause, last: PostCause): string[] =>
  postCauses.slice(postCauses.indexOf(first), postCauses.indexOf(last) + 1);

test('a consent ends only with its own codes and with the platform codes that fit it', () => {
  const consent = fromTo('CONSENT_EXPIRED', 'CONNECT_FAILED');
  // What a platform can answer: limits, account problems, failed calls.
  const answers = fromTo('RATE_LIMITED', 'OUTCOME_UNKNOWN');
  expect(answers).toEqual(expect.arrayContaining(NOT_OF_CONSENTS));
  // SCOPE_MISSING is a cause of connections, and a consent without a permission ends with it too.
  const expected = ['SCOPE_MISSING', ...consent, ...answers.filter((code) => !NOT_OF_CONSENTS.includes(code))];
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
