import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runSuite } from '../src/suite.ts';

const ROOT = join(import.meta.dirname, '../../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suite-'));
  const preset = join(ROOT, 'jest.preset.mjs');
  writeFileSync(
    join(folder, 'jest.config.mjs'),
    `import preset from ${JSON.stringify(preset)};\nexport default { ...preset, rootDir: import.meta.dirname };\n`,
  );
  mkdirSync(join(folder, 'test'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs test files one after another, by their names. */
async function run(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'test', `${name}.test.ts`), text);
  const { passed, failed, failures, output } = await runSuite({
    root: ROOT,
    folder: relative(ROOT, folder),
    name: 'suite',
    env: process.env,
    reports: join(folder, 'reports'),
    seed: undefined,
    args: ['--runInBand', '--testSequencer', join(import.meta.dirname, 'by-name.ts')],
  });
  return { passed, failed, failures, output };
}

const PASSES = "test('passes', () => {});";
const FAILS = "test('fails', () => { expect(1).toBe(2); });";

describe('a suite', () => {
  it('counts the tests of all its files', async () => {
    expect(await run({ a: PASSES, b: FAILS })).toMatchObject({ passed: 1, failed: 1 });
  });

  it('names the tests that failed, and the files that could not run', async () => {
    const { failures } = await run({ a: PASSES, b: FAILS, c: "throw new Error('broken');" });
    expect(failures).toEqual(['b.test.ts: fails', 'c.test.ts: could not run']);
  });

  it('without test files has not failed', async () => {
    expect(await run({})).toMatchObject({ passed: 0, failed: 0 });
  });

  it('has failed when a test ends its process, with whatever code', async () => {
    for (const code of [0, 3]) {
      const { failed, failures } = await run({ a: `test('ends', async () => process.exit(${code}));`, b: FAILS });
      expect(failed).toBeGreaterThan(0);
      expect(failures).not.toEqual([]);
    }
  });

  it('fails for an error that no test awaits, also after a file that left a listener for such errors', async () => {
    const listens = "test('listens', () => { process.on('unhandledRejection', () => {}); });";
    const rejects = "test('rejects', () => { void Promise.reject(new Error('forgotten')); });";
    expect(await run({ a: listens, b: rejects, c: PASSES })).toMatchObject({
      passed: 2,
      failed: 1,
      output: expect.stringContaining('FAIL test/b.test.ts'),
    });
  });

  it('fails with --coverage and in watch mode, which its runtime does not have', async () => {
    writeFileSync(join(folder, 'test/a.test.ts'), PASSES);
    const options = { root: ROOT, folder: relative(ROOT, folder), name: 'suite', env: process.env, seed: undefined };
    const { failed, output } = await runSuite({ ...options, reports: join(folder, 'reports'), args: ['--coverage'] });
    expect(failed).toBe(1);
    expect(output).toContain('Coverage is not measured');
  });
});
