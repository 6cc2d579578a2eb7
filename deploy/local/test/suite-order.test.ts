import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LONGEST, longestFirst } from '../src/suite-order.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('each of the longest suites is there', () => {
  expect(LONGEST.filter((path) => !existsSync(join(ROOT, path, 'jest.config.mjs')))).toEqual([]);
});

test('the longest suites start first, then those with most test files, and none is left out', () => {
  const root = mkdtempSync(join(tmpdir(), 'suites-'));
  try {
    for (const [folder, files] of Object.entries({ 'libs/few': 1, 'libs/many': 3, 'deploy/images': 1, web: 2 })) {
      mkdirSync(join(root, folder), { recursive: true });
      for (let file = 0; file < files; file++) writeFileSync(join(root, folder, `${file}.test.ts`), '');
    }
    const suites = ['libs/few', 'deploy/images', 'libs/many', 'web'];
    expect(longestFirst(root, suites)).toEqual(['web', 'deploy/images', 'libs/many', 'libs/few']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
