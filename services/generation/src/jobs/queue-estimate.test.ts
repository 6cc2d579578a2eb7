import { readyInMs } from './queue-estimate.ts';

it('adds the rest of the running video and the videos before it', () => {
  expect(readyInMs(1, [40], 100)).toBe(140);
  expect(readyInMs(3, [40], 100)).toBe(340);
});

it('takes several slots into account', () => {
  expect(readyInMs(1, [0, 30, 60], 100)).toBe(100);
  expect([1, 2, 3, 4].map((place) => readyInMs(place, [0, 30, 60], 100))).toEqual([100, 130, 160, 200]);
});
