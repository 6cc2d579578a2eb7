import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { platforms } from '@reelwright/product';

test.each([...platforms, 'drive', 'google'])('the logo of %s is a file', (name) => {
  expect(existsSync(join(import.meta.dirname, `../../public/marks/${name}.svg`))).toBe(true);
});
