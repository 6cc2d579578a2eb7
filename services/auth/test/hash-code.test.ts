import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { MIN_PASSWORD_MEMORY_KIB } from '../src/config.ts';
import { createPasswordHasher } from '../src/passwords/password.ts';

const hashOf = (input: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../src/admin/hash-code-command.ts')], {
    input,
    encoding: 'utf8',
  });

it('a command prints the hash of a new admin code, which the code then matches', async () => {
  const { status, stdout } = hashOf('a-new-admin-code\n');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$\S+\n$/);
  const hasher = createPasswordHasher({ memoryKib: MIN_PASSWORD_MEMORY_KIB });
  expect(await hasher.verify('a-new-admin-code', stdout.trim())).toBe(true);
});

it('the command makes no hash of nothing', () => {
  const { status, stdout, stderr } = hashOf('\n');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Write the new admin code to standard input');
});
