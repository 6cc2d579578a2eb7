import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { forgetPerson, kept, onForgetPerson } from './browser-storage.ts';

const sources = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));

test('everything kept in the browser has a name in the one list', () => {
  const named = new Set<string>();
  for (const path of sources) {
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:local|session)Storage\.\w+Item\(([\w.'"`]+)/g,
    )) {
      named.add(name);
    }
  }
  // A draft's name ends with the account; the list's own loop drops what is personal.
  named.delete('storageKey');
  named.delete('name');
  expect([...named].sort()).toEqual(
    Object.keys(kept)
      .filter((name) => name !== 'calendarDraft')
      .map((name) => `kept.${name}`)
      .sort(),
  );
});

test('who leaves takes chat and unsent message along; the theme stays', () => {
  let heard = 0;
  const stop = onForgetPerson(() => {
    heard += 1;
  });
  localStorage.setItem(kept.theme, 'dark');
  localStorage.setItem(kept.chat, '{}');
  sessionStorage.setItem(kept.contactDraft, '{}');
  forgetPerson();
  stop();
  forgetPerson();
  expect([localStorage.length, localStorage.getItem(kept.theme), sessionStorage.length, heard]).toEqual([
    1,
    'dark',
    0,
    1,
  ]);
  localStorage.clear();
});
