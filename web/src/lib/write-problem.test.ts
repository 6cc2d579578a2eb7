import { describe, expect, test } from '@jest/globals';
import { ApiError } from './api-client.ts';
import { isOutcomeUnknown, writeProblem } from './write-problem.ts';

const words = { fallback: 'Failed to revoke API key', effect: 'your key was revoked' };
const answer = (status: number, message?: string) =>
  new ApiError(status, message ? JSON.stringify({ error: 'CODE', message }) : '', '');

describe('a write that failed', () => {
  test.each([0, 502, 504])('with %s may have been done', (status) => {
    const error = answer(status, 'Please try again.');
    expect(isOutcomeUnknown(error)).toBe(true);
    expect(writeProblem(error, words)).toEqual({ text: 'We do not know yet whether your key was revoked.' });
  });

  test.each([400, 409, 429, 500, 503])('with %s was not done', (status) => {
    expect(isOutcomeUnknown(answer(status))).toBe(false);
    expect(writeProblem(answer(status), words)).toEqual({ text: words.fallback });
    expect(writeProblem(answer(status, 'Why.'), words)).toEqual({ text: words.fallback, reason: 'Why.' });
  });
});
