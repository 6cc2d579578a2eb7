import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CAUSES = join(import.meta.dirname, '../../../services/publishing/src/causes/causes.ts');

/** The codes of publishing's table of causes, read from its source: this package imports no service. */
export function catalogueCodes(): ReadonlySet<string> {
  const text = readFileSync(CAUSES, 'utf8');
  return new Set([...text.matchAll(/^ {2}([A-Z_]+): \{/gm)].map(([, code = '']) => code));
}
