import { retriesEndAt, retryDelayMs } from './retry-policy.ts';

const MINUTE = 60_000;
const NOON = new Date('2026-11-22T12:00:00Z');
const at = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE);
const retriesEnd = (publishAt: Date | null, durationMs?: number) =>
  (retriesEndAt({ publish_at: publishAt, requested_at: NOON }, durationMs).getTime() - NOON.getTime()) / MINUTE;

it('waits twice as long after each failed attempt, five minutes at most', () => {
  expect([1, 2, 3, 6, 7, 2_000].map((attempts) => retryDelayMs(attempts) / 1_000)).toEqual([5, 10, 20, 160, 300, 300]);
});

it('ends when too little time is left before the post to make the video', () => {
  expect(retriesEnd(at(24 * 60), 3 * MINUTE)).toBe(24 * 60 - 8);
  expect(retriesEnd(at(24 * 60), 60 * MINUTE)).toBe(23 * 60 - 5);
  expect(retriesEnd(at(24 * 60))).toBe(24 * 60 - 10);
});

it('lasts until the post is missed for a video requested too late for its time', () => {
  expect(retriesEnd(at(0), 3 * MINUTE)).toBe(6 * 60 - 8);
  expect(retriesEnd(at(20), 3 * MINUTE)).toBe(6 * 60 + 12);
});

it('lasts a day for a video without a time', () => {
  expect(retriesEnd(null, 3 * MINUTE)).toBe(24 * 60);
});
