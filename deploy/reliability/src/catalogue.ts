import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CAUSES = join(import.meta.dirname, '../../../services/publishing/src/causes/causes.ts');

/** Codes that publishing has a cause and a fix for, as its catalogue's text names them: nothing of a service is imported. */
export function catalogueCodes(): ReadonlySet<string> {
  const text = readFileSync(CAUSES, 'utf8');
  return new Set([...text.matchAll(/^ {2}([A-Z_]+): \{/gm)].map(([, code = '']) => code));
}
