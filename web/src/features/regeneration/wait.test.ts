import { expect, test } from '@jest/globals';
import { waitAt } from './wait.ts';

const waiting = {
  canRegenerate: false,
  daysRemaining: 7,
  lastRegeneratedAt: '2026-11-20T16:46:00Z',
  nextAt: '2026-11-27T16:46:00Z',
};
const at = (time: string) => waitAt(waiting, Date.parse(time));

test('the wait rounds its days up, and has the remaining time by the second', () => {
  expect(at('2026-11-20T16:46:00Z')).toEqual({ days: 7, left: '7 days 0:00' });
  expect(at('2026-11-20T16:46:02Z')).toEqual({ days: 7, left: '6 days 23:59:58' });
  expect(at('2026-11-25T16:46:00Z')).toEqual({ days: 2, left: '2 days 0:00' });
  expect(at('2026-11-26T15:46:00Z')).toEqual({ days: 2, left: '1 day 1:00:00' });
  expect(at('2026-11-27T16:45:51Z')).toEqual({ days: 1, left: '0:09' });
});

test('there is no wait when it is over, or when there was none', () => {
  expect(at('2026-11-27T16:46:00Z')).toBeNull();
  expect(at('2026-12-24T00:00:00Z')).toBeNull();
  expect(waitAt({ ...waiting, canRegenerate: true, nextAt: null }, 0)).toBeNull();
});
