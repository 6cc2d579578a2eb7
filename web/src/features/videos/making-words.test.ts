import { expect, test } from '@jest/globals';
import { video } from '../../../test/people.ts';
import { clockOf, makingWords, spokenMakingWords, waitWords } from './making-words.ts';

const { rendering } = video('a').stages;
const waiting = { ...rendering, state: 'waiting' as const, percent: 0 };

test('a waiting video shows its place in line, and a time as exact as the estimate', () => {
  expect(makingWords({ ...waiting, place: 3, readyInSeconds: 350 })).toBe('Third in line. Ready in about 6 minutes.');
  expect(makingWords({ ...waiting, place: 1, readyInSeconds: 62 })).toBe('Next in line. Ready in about a minute.');
  expect(makingWords({ ...waiting, place: 40, readyInSeconds: 7_500 })).toBe(
    'Number 40 in line. Ready in about 2 hours.',
  );
  expect(makingWords({ ...waiting, place: 12, readyInSeconds: 1_450 })).toBe(
    'Number 12 in line. Ready in about 25 minutes.',
  );
});

test('unknown values are left out', () => {
  expect(makingWords({ ...waiting, place: 2 })).toBe('Second in line. The time it takes is not known yet.');
  expect(makingWords(waiting)).toBe('Waiting for its turn. The time it takes is not known yet.');
  expect(makingWords(rendering)).toBe('40% done. The time left is not known yet.');
  expect(makingWords({ ...waiting, nextTryAt: '2026-11-20T17:00:00Z' })).toBe('Waiting for the next try.');
});

test('a video that is being made shows its percentage and the remaining time', () => {
  expect(makingWords({ ...rendering, readyInSeconds: 130 })).toBe('40% done. About 2 minutes left.');
  expect(makingWords({ ...rendering, percent: 0, readyInSeconds: 20 })).toBe('Rendering. Less than a minute left.');
});

test('the clock names what it counts, and is absent while a next try is planned', () => {
  const at = (change: Partial<typeof rendering>) =>
    clockOf(video('a', 'making', { stages: { ...video('a').stages, rendering: { ...rendering, ...change } } }));
  expect(at({})).toEqual({ label: 'Rendering for', since: Date.parse('2026-11-20T16:44:20Z') });
  expect(at(waiting)).toEqual({ label: 'Waiting for', since: Date.parse('2026-11-20T16:44:00Z') });
  expect(at({ ...waiting, nextTryAt: '2026-11-20T17:00:00Z' })).toBeNull();
});

test('the text for screen readers does not change with every percent and minute', () => {
  const said = new Set<string>();
  for (let left = 400; left > 0; left -= 3)
    said.add(spokenMakingWords({ ...rendering, percent: 100 - left / 4, readyInSeconds: left }));
  expect([...said]).toEqual([
    'Rendering. About 10 minutes left.',
    'Rendering. About 5 minutes left.',
    'Rendering. About 2 minutes left.',
    'Rendering. About a minute left.',
  ]);
  expect(spokenMakingWords({ ...rendering, percent: 41 })).toBe('Rendering.');
});

test('a waiting text names the time of the next try, unless it is seconds away', () => {
  const later = new Date(Date.now() + 300_000).toISOString();
  expect(waitWords('We keep trying.', later, 'UTC')).toMatch(/^We keep trying, next at \d\d:\d\d\.$/);
  expect(waitWords('We keep trying.', new Date().toISOString(), 'UTC')).toBe('We keep trying.');
  expect(waitWords('We keep trying.', null, 'UTC')).toBe('We keep trying.');
});

test('the time of the next try is in the zone of the video, as all times of its card', () => {
  expect(waitWords('We keep trying.', '2099-11-20T17:20:00Z', 'Asia/Kathmandu')).toBe('We keep trying, next at 23:05.');
});
