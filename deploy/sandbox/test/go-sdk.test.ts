import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileGoTests } from './go/environment.ts';
import { type Outcomes, reportEach, runAgainstSandbox } from './sdks.ts';

const folder = join(import.meta.dirname, 'go');
const sources = { 'stripe_test.go': 'stripe-go', 'google_test.go': 'google-api-go-client on Drive and YouTube' };

/** Official SDKs for Go, unchanged, in one program against one sandbox. */
let outcomes: Outcomes = new Map();
beforeAll(async () => {
  const stdout = await runAgainstSandbox(await compileGoTests(), ['-test.v'], { cwd: folder });
  // Each test prints `=== RUN name`, its output, and `--- PASS: name (0.01s)`.
  const ended = stdout.matchAll(/=== RUN\s+(\w+)\n([\s\S]*?)--- (PASS|FAIL): \1 /g);
  outcomes = new Map([...ended].map(([, name = '', said = '', word]) => [name, word === 'PASS' ? null : said]));
}, 900_000);

describe.each(Object.entries(sources))('%s: %s', (file) => {
  const source = readFileSync(join(folder, file), 'utf8');
  const names = [...source.matchAll(/^func (Test_\w+)/gm)].map(([, name = '']) => name);
  reportEach(names, () => outcomes);
});
