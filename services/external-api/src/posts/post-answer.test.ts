import { describe, expect, it } from '@jest/globals';
import { type PostRow, statusOf } from './post-answer.ts';

type State = PostRow['state'];

describe('the status of a post', () => {
  it.each<[string, State[]]>([
    ['posted', ['posted', 'posted']],
    ['failed', ['failed', 'failed']],
    ['partially_posted', ['posted', 'failed']],
    ['processing', ['processing', 'posted', 'failed', 'unconfirmed', 'unknown']],
    ['unconfirmed', ['posted', 'unconfirmed']],
    ['unconfirmed', ['failed', 'unconfirmed']],
    ['unconfirmed', ['posted', 'unknown']],
    ['unconfirmed', ['waiting']],
  ])('is %s when its platforms are %j', (status, states) => {
    expect(statusOf(states.map((state) => ({ state })))).toBe(status);
  });
});
