import { expect, it } from '@jest/globals';
import { readPreferences } from './preferences.ts';

it.each<[string | undefined, number, boolean, string]>([
  [undefined, 60_000, false, ''],
  ['respond-async', 0, true, 'respond-async'],
  ['wait=10', 10_000, false, 'wait=10'],
  ['wait=600', 60_000, false, 'wait=60'],
  ['respond-async, wait=10', 10_000, true, 'respond-async, wait=10'],
  ['Respond-Async; foo="bar"', 0, true, 'respond-async'],
  ['wait="5"', 5_000, false, 'wait=5'],
  ['wait=5, wait=9', 5_000, false, 'wait=5'],
  ['wait=-1, return=minimal', 60_000, false, ''],
  ['wait=1e9', 60_000, false, ''],
])('Prefer: %s waits %i ms at most', (header, waitMs, async, applied) => {
  const preferences = readPreferences(header, 60_000);
  expect([preferences.waitMs, preferences.async, preferences.applied.join(', ')]).toEqual([waitMs, async, applied]);
});

it('a request that never waits applies no wait', () => {
  const { waitMs, applied } = readPreferences('wait=10, respond-async', 0);
  expect([waitMs, applied]).toEqual([0, ['respond-async']]);
});
