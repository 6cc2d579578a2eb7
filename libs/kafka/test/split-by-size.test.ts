import { splitBySize } from '../src/index.ts';

const split = (sizes: readonly number[]) => splitBySize(sizes, (size) => size, 10);

it('fills each part as far as it goes, in order', () => {
  expect(split([4, 6, 1, 9, 10, 3])).toEqual([[4, 6], [1, 9], [10], [3]]);
});

it('gives an item that is too large a part of its own', () => {
  expect(split([2, 11, 2])).toEqual([[2], [11], [2]]);
});

it('has no part for an empty list', () => {
  expect(split([])).toEqual([]);
});
