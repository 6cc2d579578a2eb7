import { expect, test } from '@jest/globals';
import { isEmail } from './is-email.ts';

test.each([
  ['giulia@example.com', true],
  [' Giulia.Ferri+reels@Mail.Example.COM ', true],
  ['giulia', false],
  ['giulia@localhost', false],
  ['x,1@example.com', false],
  ['giulia ferri@example.com', false],
  [`${'x'.repeat(243)}@example.com`, false],
])('isEmail(%j) is %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected);
});
