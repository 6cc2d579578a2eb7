import { expect, test } from '@jest/globals';
import { euroParts, formatCents, formatEuro, formatWholeEuro } from './format-money.ts';

const intl = (digits: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', maximumFractionDigits: digits });

test.each([0, 1, 5, 99, 100, 2890, 99_999, 100_000, 123_456_789, -1, -2890, -100_000])(
  '%i cents are written as Intl writes them',
  (cents) => {
    expect(formatCents(cents)).toBe(intl(2).format(cents / 100));
    expect(formatEuro(cents / 100)).toBe(intl(2).format(cents / 100));
  },
);

test.each([0, 7, 347, 1_000, 1_234_567])('%i whole euros are written as Intl writes them', (euros) => {
  expect(formatWholeEuro(euros)).toBe(intl(0).format(euros));
});

test('another currency is written with its own sign', () => {
  expect(formatCents(2890, 'usd')).toBe('$28.90');
});

test('a price is split into its sign and its digits, and nothing costs no cents', () => {
  expect(euroParts(1033.9)).toEqual([
    { text: '€', isSign: true },
    { text: '1,033.90', isSign: false },
  ]);
  expect(euroParts(0)[1]?.text).toBe('0');
});
