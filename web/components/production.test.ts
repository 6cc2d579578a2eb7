/** @jest-environment node */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..');

/** Builds as `pnpm build` does, without writing files, and prints what went into the bundle. */
const program = `
  import { build } from 'vite';
  const { output } = await build({ root: ${JSON.stringify(root)}, logLevel: 'silent', build: { write: false } });
  const text = output.map((file) => file.code ?? (typeof file.source === 'string' ? file.source : '')).join('');
  const modules = output.flatMap((file) => file.moduleIds ?? []);
  const names = output.map((file) => file.fileName);
  console.log(JSON.stringify({ text, modules, names }));
`;

test('no byte of the page of all components is in the production build', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { text, modules, names } = JSON.parse(stdout) as Record<'text', string> & Record<'modules' | 'names', string[]>;
  // The build itself is there.
  expect(modules.some((id) => id.endsWith('/src/pages/profile.tsx'))).toBe(true);
  expect(modules.filter((id) => id.startsWith(join(root, 'components')))).toEqual([]);
  expect(names.filter((name) => name.includes('components'))).toEqual([]);
  for (const words of ['New screens start here', 'component-themes']) expect(text).not.toContain(words);
}, 120_000);
