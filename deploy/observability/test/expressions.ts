import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promtool } from './promtool.ts';

/** What promtool finds wrong in PromQL expressions; empty when it reads them all. */
export async function problemsOf(expressions: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'expressions-'));
  const file = join(folder, 'rules.yaml');
  const rules = expressions.map((expr, index) => ({ record: `expression:${index}`, expr }));
  try {
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'expressions', rules }] }));
    return await promtool('check', 'rules', file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
