import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { onRemovePersonalData, removePersonalData, storageKeys } from './browser-storage.ts';

const sources = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));

test('the list has every name under which the browser stores data', () => {
  const named = new Set<string>();
  for (const path of sources) {
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:local|session)Storage\.\w+Item\(([\w.'"`]+)/g,
    )) {
      named.add(name);
    }
  }
  // A draft's name ends with the user's id; `name` is the variable of the loop that removes personal data.
  named.delete('storageKey');
  named.delete('name');
  expect([...named].sort()).toEqual(
    Object.keys(storageKeys)
      .filter((name) => name !== 'calendarDraft')
      .map((name) => `storageKeys.${name}`)
      .sort(),
  );
});

test('leaving removes the conversation and the unsent message, and keeps the theme', () => {
  let calls = 0;
  const stop = onRemovePersonalData(() => {
    calls += 1;
  });
  localStorage.setItem(storageKeys.theme, 'dark');
  localStorage.setItem(storageKeys.chat, '{}');
  localStorage.setItem(storageKeys.noVideo, '1');
  sessionStorage.setItem(storageKeys.contactDraft, '{}');
  removePersonalData();
  stop();
  removePersonalData();
  expect([localStorage.length, localStorage.getItem(storageKeys.theme), sessionStorage.length, calls]).toEqual([
    1,
    'dark',
    0,
    1,
  ]);
  localStorage.clear();
});
