import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const lines = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n');
const common: ReadonlySet<string> = new Set(lines.filter((line) => line !== ''));

/** Whether everybody who guesses tries it early, in whatever capitals. Where the list is from: common-passwords.LICENSE.txt. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase());
}
