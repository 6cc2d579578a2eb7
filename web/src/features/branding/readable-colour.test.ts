import { expect, test } from '@jest/globals';
import { readableColour } from './readable-colour.ts';

test('a light colour stays as it is', () => {
  expect(readableColour('#e07a5f')).toBe('rgb(224 122 95)');
});

test.each(['#000000', '#111111', '#000080', '#3b0a0a'])('%s gets lighter, until it can be read', (colour) => {
  const [red = 0, green = 0, blue = 0] = (readableColour(colour).match(/\d+/g) ?? []).map(Number);
  expect(Math.max(red, green, blue)).toBeGreaterThan(110);
});
