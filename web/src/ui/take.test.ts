import { expect, test } from '@jest/globals';
import { cutOf, partOfDay } from './take.ts';

test('six videos of one style, one after the other, show six cuts of its picture', () => {
  const cuts = [1, 2, 3, 4, 5, 6].map((number) => JSON.stringify(cutOf(number)));
  expect(new Set(cuts).size).toBe(6);
  expect(cutOf(7)).toEqual(cutOf(1));
});

test.each([
  ['06:00', 'at-morning'],
  ['12:00', undefined],
  ['18:00', 'at-evening'],
  ['23:00', 'at-night'],
  ['03:00', 'at-night'],
])('the picture of %s is tinted %s', (time, part) => {
  expect(partOfDay(time)).toBe(part);
});
