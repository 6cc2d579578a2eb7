import { afterEach, expect, test } from '@jest/globals';
import { mayBeSignedIn, removeSignedInHint } from './signed-in-hint.ts';

const set = (cookie: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = cookie;
};
afterEach(() => {
  for (const name of ['signed-in', 'not-signed-in', 'theme']) set(`${name}=; Max-Age=0`);
});

test('a browser with the cookie may be signed in, until auth refuses its session', () => {
  set('theme=dark');
  expect(mayBeSignedIn()).toBe(false);
  set('signed-in=1');
  document.documentElement.dataset.signedIn = '';
  expect(mayBeSignedIn()).toBe(true);
  removeSignedInHint();
  expect([mayBeSignedIn(), document.cookie]).toEqual([false, 'theme=dark']);
  expect(document.documentElement.hasAttribute('data-signed-in')).toBe(false);
});

test.each(['not-signed-in=1', 'signed-in=', 'signed-in=10'])('%s is not that cookie', (cookie) => {
  set(cookie);
  expect(mayBeSignedIn()).toBe(false);
});
