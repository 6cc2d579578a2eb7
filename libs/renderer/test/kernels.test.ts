import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

describe('the WebAssembly kernels', () => {
  it('are what their sources compile to', () => {
    const script = join(import.meta.dirname, '../scripts/build-kernels.ts');
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  }, 60_000);
});
