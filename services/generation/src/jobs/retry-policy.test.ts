import { retriesEndAt, retryDelayMs } from './retry-policy.ts';

const MINUTE = 60_000;
const NOON = new Date('2026-11-22T12:00:00Z');
const at = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE);
const givenUp = (publishAt: Date | null, durationMs?: number) =>
  (retriesEndAt({ publish_at: publishAt, requested_at: NOON }, durationMs).getTime() - NOON.getTime()) / MINUTE;

it('waits ever more seldom, five minutes at most, however long it goes on', () => {
  expect([1, 2, 3, 6, 7, 2_000].map((attempts) => retryDelayMs(attempts) / 1_000)).toEqual([5, 10, 20, 160, 300, 300]);
});

it('gives a video up when the time left before its post no longer suffices to make it', () => {
  expect(givenUp(at(24 * 60), 3 * MINUTE)).toBe(24 * 60 - 8);
  expect(givenUp(at(24 * 60), 60 * MINUTE)).toBe(23 * 60 - 5);
  expect(givenUp(at(24 * 60))).toBe(24 * 60 - 10);
});

it('gives a video that was requested too late for its time until its post is missed', () => {
  expect(givenUp(at(0), 3 * MINUTE)).toBe(6 * 60 - 8);
  expect(givenUp(at(20), 3 * MINUTE)).toBe(6 * 60 + 12);
});

it('gives a video without a time a day', () => {
  expect(givenUp(null, 3 * MINUTE)).toBe(24 * 60);
});
