import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../bootstrap.sh');

describe('bootstrap.sh', () => {
  it('does not end the shell that sources it outside the checkout, and fails there', () => {
    const script = `. ${FILE}; echo "returned $?"; false; echo 'still here'`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: tmpdir(), encoding: 'utf8' });

    expect(stdout).toBe('returned 1\nstill here\n');
    expect(stderr).toContain("Change to Reelwright's own folder first");
    expect(status).toBe(0);
  });
});
