import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fail-points-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process of the service 'post' that passes by two points. @returns what it printed and how it ended */
function pass(): Promise<{ passed: string; signal: string | null }> {
  const source = join(import.meta.dirname, '../src/fail-points.ts');
  const program = `
    import { createFailPoints } from ${JSON.stringify(source)};
    const checkpoint = createFailPoints({ folder: ${JSON.stringify(folder)}, service: 'post' });
    for (const point of ['before', 'after']) { await checkpoint(point); process.stdout.write(point + ' '); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let passed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    passed += chunk.toString();
  });
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve({ passed: passed.trim(), signal })));
}

test('a process passes a point that is not armed for it', async () => {
  writeFileSync(join(folder, 'render.before.armed'), '');
  expect(await pass()).toEqual({ passed: 'before after', signal: null });
});

test('a process dies at an armed point, once, and leaves a note of it', async () => {
  writeFileSync(join(folder, 'post.after.armed'), '');
  expect(await pass()).toEqual({ passed: 'before', signal: 'SIGKILL' });
  expect(readdirSync(folder)).toEqual(['post.after.fired']);
  expect(await pass()).toEqual({ passed: 'before after', signal: null });
});
