import { describe, expect, it } from '@jest/globals';
import { answerOf, type PostRow, statusOf } from './post-answer.ts';

type State = PostRow['state'];

const NOW = new Date('2026-05-10T10:20:00Z');
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const rowOf = (state: State, goesOutAt: Date | null = null): PostRow => ({
  platform: 'youtube',
  state,
  code: '',
  message: '',
  platform_post_id: '',
  container_id: '',
  account_id: '',
  account_name: '',
  permalink: '',
  goes_out_at: goesOutAt,
});

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

describe('an answer about a post', () => {
  it.each<[string, number | undefined, PostRow[]]>([
    ['in 15 seconds while a platform is at it', 15, [rowOf('processing')]],
    ['when it goes out', 600, [rowOf('processing', inSeconds(600))]],
    ['in an hour at most', 3_600, [rowOf('processing', inSeconds(86_400))]],
    ['in 15 seconds when it should have gone out', 15, [rowOf('processing', inSeconds(-600))]],
    ['for the first that may change', 15, [rowOf('processing', inSeconds(600)), rowOf('processing')]],
    ['for what still changes', 600, [rowOf('posted'), rowOf('processing', inSeconds(600))]],
    ['not at all once it has ended', undefined, [rowOf('posted'), rowOf('failed')]],
    ['not at all when somebody has to look', undefined, [rowOf('unconfirmed')]],
  ])('has its partner ask again %s', (_when, seconds, rows) => {
    expect(answerOf('id', rows, NOW).retryAfterSeconds).toBe(seconds);
  });

  it('names the day it goes out only while that is to come', () => {
    const goesOutAt = inSeconds(600);
    const shown = (now: Date) => answerOf('id', [rowOf('processing', goesOutAt)], now).answer.results.youtube;
    expect(shown(NOW)).toMatchObject({ goesOutAt: goesOutAt.toISOString() });
    expect(shown(goesOutAt)).not.toHaveProperty('goesOutAt');
  });
});
