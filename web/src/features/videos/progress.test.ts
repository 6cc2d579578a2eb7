import { describe, expect, test } from '@jest/globals';
import { post, video } from '../../../test/people.ts';
import { postedTitle } from '../../content/statuses.ts';
import { pollDelay } from './poll.ts';
import { missedTogether, ticksOf, troubleText } from './progress.ts';

const now = Date.parse('2026-11-20T16:46:00Z');
const next = { step: 'post' as const, at: '2026-11-20T19:00:00Z' };
const waiting = video('a', 'ready', { posts: [post('tiktok')], status: { next } });
const titleOf = (...posts: Parameters<typeof post>[]) => {
  const { status, posts: all } = video('a', 'going_out', { posts: posts.map((each) => post(...each)) });
  return postedTitle(status, all);
};

describe('a video', () => {
  test('counts its posts in words', () => {
    const posts = [post('tiktok', 'failed'), post('youtube', 'unconfirmed'), post('facebook', 'posted')];
    expect(titleOf(['tiktok', 'failed'], ['youtube', 'unconfirmed'], ['facebook', 'posted'])).toBe('Posted on 1 of 3');
    expect(troubleText(posts)).toBe('1 failed, 1 unconfirmed');
    expect(troubleText([post('tiktok', 'held_back'), post('facebook', 'held_back')])).toBe('2 held back');
    expect(troubleText([post('tiktok', 'late')])).toBeNull();
  });

  test('without a post is being posted while one can still go out, and else was not posted', () => {
    expect(titleOf(['youtube', 'held_back'], ['tiktok', 'failed'])).toBe('Posting');
    expect(titleOf(['tiktok', 'unconfirmed'])).toBe('Posting');
    expect(titleOf(['tiktok', 'missed'], ['youtube', 'failed'])).toBe('Not posted');
    expect(titleOf(['tiktok', 'not_connected'], ['youtube', 'posted'])).toBe('Posted on 1 of 1');
  });

  test('missed on all platforms has one note, unless the causes differ', () => {
    const missed = { message: 'Its time passed.' };
    const both = [post('tiktok', 'missed', missed), post('youtube', 'missed', missed)];
    const together = (...posts: typeof both) => missedTogether(video('a', 'missed', { posts }));
    expect(together(...both, post('facebook', 'cancelled'))).toEqual(both);
    expect(together(...both, post('facebook', 'missed', { message: 'Another.' }))).toBeNull();
    expect(together(...both, post('facebook', 'missed', { ...missed, status: { actions: ['reconnect'] } }))).toBeNull();
    expect(together(post('tiktok', 'missed', missed))).toBeNull();
    expect(missedTogether(video('a', 'partly_posted', { posts: [...both, post('facebook', 'posted')] }))).toBeNull();
  });

  test('has at least one lit tick, and never all before it is done', () => {
    expect([ticksOf(null), ticksOf(40), ticksOf(100)]).toEqual([1, 3, 7]);
  });
});

describe('the timeline polls', () => {
  test('every 3 seconds while anything runs, is due or is late', () => {
    expect(pollDelay([video('a')], now, false)).toBe(3000);
    const soon = { status: { next: { ...next, at: '2026-11-20T16:47:00Z' } } };
    expect(pollDelay([video('a', 'ready', soon)], now, false)).toBe(3000);
    expect(pollDelay([video('a', 'late', { posts: [post('tiktok', 'late')] })], now, false)).toBe(3000);
    expect(pollDelay([video('a', 'going_out', { posts: [post('tiktok', 'processing')] })], now, false)).toBe(3000);
  });

  test('every 15 seconds while something waits for its time, and not at all when everything is finished', () => {
    expect(pollDelay([waiting], now, false)).toBe(15_000);
    expect(pollDelay([], now, true)).toBe(15_000);
    expect(pollDelay([video('a', 'posted', { posts: [post('tiktok', 'posted')] })], now, false)).toBe(false);
  });
});
