import { en, type Reader } from '@reelwright/causes';
import type { PostRow } from '../database.ts';
import { causeDataOf, describeCause, shownCause } from './post-cause.ts';

const english: Reader = { language: en, timeZone: undefined };
const dueAt = new Date('2026-11-23T09:00:00Z');
const plain = { platform: 'tiktok', state: 'staged', code: null, due_at: dueAt, moved: null } as const;
const target = (change: Partial<PostRow>) => ({ ...plain, ...change }) as PostRow;

test('a post that failed after hours of tries does not promise another try', () => {
  for (const code of ['RATE_LIMITED', 'PROVIDER_ERROR', 'SESSION_LOST'] as const) {
    expect(describeCause(target({ state: 'staging', code }), english).fix).toBe(
      'Nothing to do. We try again automatically.',
    );
    const failed = target({ state: 'failed', code });
    expect(causeDataOf(shownCause(failed).cause)).toMatchObject({ gaveUp: true });
    expect(describeCause(failed, english).fix).toBe(
      'We tried for 6 hours; press Post again if it should still go out.',
    );
  }
});

test('a post that failed for another cause keeps the fix of that cause', () => {
  expect(describeCause(target({ state: 'failed', code: 'BLOCKED' }), english).fix).toMatch(/plan a new entry/);
  expect(describeCause(target({ state: 'failed', code: 'ACCESS_REMOVED' }), english).fix).toMatch(/^Press Reconnect/);
});

test('until it has gone out, a moved post names its original day', () => {
  const moved = { code: 'BUDGET_SPENT', from: '2026-11-22T09:00:00.000Z', timeZone: 'Europe/Rome' } as const;
  const { code, cause } = shownCause(target({ moved }));
  expect([code, causeDataOf(cause)]).toMatchObject(['BUDGET_SPENT', { movedFrom: new Date(moved.from), perDay: 15 }]);
  expect(describeCause(target({ moved }), english)).toEqual({
    message: 'TikTok takes 15 posts a day from one account; this one goes out on November 23 at 10:00.',
    fix: 'Nothing to do: it goes out automatically then.',
  });
  expect(shownCause(target({ moved, state: 'posted' }))).toEqual({ code: '', cause: undefined });
});

test("names the account's limit only if its day is full by our count", () => {
  const moved = { code: 'BUDGET_SPENT', from: '2026-11-22T09:00:00.000Z', timeZone: '' } as const;
  const ofApp = target({ moved, platform: 'youtube' });
  const byPlatform = target({ moved: { ...moved, code: 'DAILY_LIMIT' } });
  for (const post of [ofApp, byPlatform]) expect(causeDataOf(shownCause(post).cause)?.perDay).toBe(0);
});

test('a late post says when it was due and what delayed it', () => {
  const at = new Date('2026-11-23T09:30:00Z');
  const late = target({ state: 'posted', code: 'POSTED_LATE', posted_at: at, delayed_by: 'PROVIDER_UNREACHABLE' });
  expect(causeDataOf(shownCause(late).cause)).toMatchObject({ dueAt, heldBy: 'PROVIDER_UNREACHABLE' });
  expect(describeCause(late, english).message).toBe(
    'It went out 30 minutes late. The reason, when it was due: TikTok is not responding.',
  );
});

test('a post that goes out as planned has no cause', () => {
  expect(causeDataOf(shownCause(target({})).cause)).toBeUndefined();
  expect(describeCause(target({}), english)).toEqual({ message: '', fix: '' });
});
