import { isPlatform, isStyle, isTier } from '../src/index.ts';

it.each([
  ['a platform', isPlatform, 'tiktok'],
  ['a style', isStyle, 'v8'],
  ['a tier', isTier, 'free'],
])('%s is recognised by its exact name only', (_, isMember, name) => {
  expect(isMember(name)).toBe(true);
  for (const other of [name.toUpperCase(), '', 'toString', null, undefined, 1, [name]]) {
    expect(isMember(other)).toBe(false);
  }
});
