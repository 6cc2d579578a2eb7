import { describe, expect, test } from '@jest/globals';
import { finishedStages, post, video } from '../../../test/people.ts';
import { pollDelay } from './poll.ts';
import { groupOf, missedTogether, postedTitle, ticksOf, troubleText } from './progress.ts';

const now = Date.parse('2026-11-20T16:46:00Z');
const waiting = video('a', { stages: finishedStages, posts: [post('tiktok')], publishAt: '2026-11-20T19:00:00Z' });

describe('a video', () => {
  test('stands where it is: made, going out, needing a person, posted or delivered', () => {
    expect(groupOf(video('a'))).toBe('making');
    expect(groupOf(waiting)).toBe('going-out');
    expect(groupOf({ ...waiting, posts: [post('tiktok', { state: 'failed' })] })).toBe('needs-you');
    expect(groupOf({ ...waiting, posts: [post('tiktok', { state: 'posted' })] })).toBe('posted');
    expect(groupOf({ ...waiting, posts: [] })).toBe('delivered');
  });

  test('counts its posts in words', () => {
    const posts = [
      post('tiktok', { state: 'failed' }),
      post('youtube', { state: 'unconfirmed' }),
      post('facebook', { state: 'posted' }),
    ];
    expect(postedTitle(posts)).toBe('Posted on 1 of 3');
    expect(troubleText(posts)).toBe('1 failed, 1 unconfirmed');
  });

  test('that is out nowhere is being posted while one can still go out, and was not posted after that', () => {
    const held = post('youtube', { code: 'ACCESS_REMOVED', needs: 'reconnect' });
    expect(postedTitle([held, post('tiktok', { state: 'failed' })])).toBe('Posting');
    expect(postedTitle([post('tiktok', { state: 'unconfirmed' })])).toBe('Posting');
    expect(postedTitle([post('tiktok', { state: 'missed' }), post('youtube', { state: 'failed' })])).toBe('Not posted');
  });

  test('missed everywhere is told once, unless the causes differ', () => {
    const missed = { state: 'missed' as const, message: 'Its time passed.', canRetry: true };
    const both = [post('tiktok', missed), post('youtube', missed)];
    expect(missedTogether([...both, post('facebook', { state: 'cancelled' })])).toEqual(both);
    expect(missedTogether([...both, post('facebook', { ...missed, message: 'Another.' })])).toBeNull();
    expect(missedTogether([...both, post('facebook', { state: 'posted' })])).toBeNull();
    expect(missedTogether([post('tiktok', missed)])).toBeNull();
  });

  test('lights at least one tick and never the last before it is done', () => {
    expect([ticksOf(null), ticksOf(40), ticksOf(100)]).toEqual([1, 3, 7]);
  });
});

describe('the timeline asks again', () => {
  test('every 3 seconds while anything runs or is due', () => {
    expect(pollDelay([video('a')], now, false)).toBe(3000);
    expect(pollDelay([{ ...waiting, publishAt: '2026-11-20T16:47:00Z' }], now, false)).toBe(3000);
  });

  test('now and then while something waits for its hour, and not at all when all is over', () => {
    expect(pollDelay([waiting], now, false)).toBe(15_000);
    expect(pollDelay([], now, true)).toBe(15_000);
    expect(pollDelay([{ ...waiting, posts: [post('tiktok', { state: 'posted' })] }], now, false)).toBe(false);
  });
});

test('a platform without a connected account is no trouble and is not counted', () => {
  const posts = [post('tiktok', { state: 'no_connection' }), post('youtube', { state: 'posted' })];
  expect(groupOf({ ...waiting, posts })).toBe('posted');
  expect(postedTitle(posts)).toBe('Posted on 1 of 1');
  expect(groupOf({ ...waiting, posts: [post('tiktok', { state: 'no_connection' })] })).toBe('delivered');
});

test('a post that only its owner can free needs a person, before and after its time', () => {
  const held = [
    post('tiktok', { code: 'ACCESS_REMOVED', needs: 'reconnect' }),
    post('facebook', { state: 'no_connection', code: 'SETUP_NEEDED', needs: 'setting' }),
  ];
  for (const each of held) expect(groupOf({ ...waiting, posts: [each, post('youtube')] })).toBe('needs-you');
  expect(troubleText(held)).toBe('2 held back');
  expect(groupOf({ ...waiting, posts: [post('tiktok', { code: 'RATE_LIMITED' })] })).toBe('going-out');
});
