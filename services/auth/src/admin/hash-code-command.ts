import { text } from 'node:stream/consumers';
import { MIN_PASSWORD_MEMORY_KIB } from '../config.ts';
import { createPasswordHasher } from '../passwords/password.ts';

/** `node services/auth/src/admin/hash-code-command.ts < code.txt` prints the hash of an admin code, for ADMIN_CODE_HASH. */
const code = (await text(process.stdin)).trim();
if (code === '') {
  process.stderr.write('Write the new admin code to standard input, so that no shell keeps it.\n');
  process.exit(1);
}
process.stdout.write(`${await createPasswordHasher({ memoryKib: MIN_PASSWORD_MEMORY_KIB }).hash(code)}\n`);
