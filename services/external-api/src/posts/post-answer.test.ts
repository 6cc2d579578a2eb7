import { describe, expect, it } from '@jest/globals';
import { en, type Reader } from '@reelwright/causes';
import { answerOf, type PostRow, statusOf, textOf } from './post-answer.ts';

type State = PostRow['state'];

const reader: Reader = { language: en, timeZone: undefined };
const NOW = new Date('2026-05-10T10:20:00Z');
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const rowOf = (state: State, goesOutAt: Date | null = null): PostRow => ({
  platform: 'youtube',
  state,
  code: '',
  cause_data: null,
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
    ['in 15 seconds while a platform is processing it', 15, [rowOf('processing')]],
    ['when it goes out', 600, [rowOf('processing', inSeconds(600))]],
    ['in at most an hour', 3_600, [rowOf('processing', inSeconds(86_400))]],
    ['in 15 seconds when it should have gone out', 15, [rowOf('processing', inSeconds(-600))]],
    ['for the first post that may change', 15, [rowOf('processing', inSeconds(600)), rowOf('processing')]],
    ['for posts that still change', 600, [rowOf('posted'), rowOf('processing', inSeconds(600))]],
    ['not at all once it has ended', undefined, [rowOf('posted'), rowOf('failed')]],
    ['not at all when it is unconfirmed', undefined, [rowOf('unconfirmed')]],
  ])('has Retry-After %s', (_when, seconds, rows) => {
    expect(answerOf('id', rows, { now: NOW, reader }).retryAfterSeconds).toBe(seconds);
  });

  it('has the planned day only while it is in the future', () => {
    const goesOutAt = inSeconds(600);
    const shown = (now: Date) =>
      answerOf('id', [rowOf('processing', goesOutAt)], { now, reader }).answer.results.youtube;
    expect(shown(NOW)).toMatchObject({ goesOutAt: goesOutAt.toISOString() });
    expect(shown(goesOutAt)).not.toHaveProperty('goesOutAt');
  });
});

describe('the message about a post', () => {
  it.each<[string, Partial<PostRow>, string]>([
    ['that is out', { state: 'posted', code: '' }, 'Posted to YouTube.'],
    ['that is being processed', { state: 'processing' }, 'YouTube is still processing the video.'],
    [
      'that failed',
      { state: 'failed', code: 'NO_CHANNEL' },
      'This Google account has no YouTube channel. Create one, then connect again.',
    ],
    [
      'that failed for a cause of a newer version',
      { state: 'failed', code: 'NEW' },
      'The video was not posted to YouTube.',
    ],
    [
      'that the plan does not include',
      { state: 'failed', code: 'PLAN_FEATURE', cause_data: { feature: 'posting' } },
      'Posting to your accounts starts with the Starter plan.',
    ],
    [
      'that the plan did not include, from the previous release',
      { state: 'failed', code: 'PLAN_FEATURE', cause_data: { refused: true } },
      'Posting to your accounts starts with the Starter plan.',
    ],
    [
      'without an account',
      { state: 'failed', code: 'PLATFORM_NOT_CONNECTED' },
      'YouTube is not connected. Connect it on the Social Media page.',
    ],
    [
      'whose account has to be reconnected',
      { state: 'failed', code: 'PLATFORM_NOT_CONNECTED', cause_data: { problem: 'ACCESS_EXPIRED' } },
      'Our access to YouTube has expired. Press Reconnect. Waiting posts go out after that.',
    ],
    [
      'that publishing has lost',
      { state: 'unconfirmed', code: 'NO_SUCH_POST' },
      'We do not know whether the post to YouTube went out. Please check your account before posting again.',
    ],
    [
      'that publishing did not accept',
      { state: 'waiting' },
      'Posting is unavailable right now. Repeat the request with the same Idempotency-Key to go on with it.',
    ],
  ])('%s', (_name, row, text) => {
    expect(textOf({ ...rowOf('posted'), ...row }, reader)).toBe(text);
  });
});
