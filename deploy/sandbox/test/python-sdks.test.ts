import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPython } from './python/environment.ts';
import { type Outcomes, reportEach, runAgainstSandbox } from './sdks.ts';

const folder = join(import.meta.dirname, 'python');
const modules = {
  drive_test: 'google-api-python-client and google-auth on Drive',
  youtube_test: 'google-api-python-client on YouTube',
  stripe_test: 'stripe for Python',
  genai_test: 'google-genai for Python',
  facebook_test: 'facebook-business for Python',
  authlib_test: 'Authlib',
};

/** Official Python SDKs, unchanged, each against its own sandbox, all at the same time. */
let outcomes: Record<string, Outcomes> = {};
beforeAll(async () => {
  const python = await installPython();
  const run = async (module: string): Promise<[string, Outcomes]> => {
    // Compiled code is stored beside the packages, not beside the scripts.
    const env = { PYTHONUTF8: '1', PYTHONPYCACHEPREFIX: join(python, '../../pycache') };
    const stdout = await runAgainstSandbox(python, ['outcomes.py', module], { cwd: folder, env });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; failure: string | null });
    return [module, new Map(lines.map(({ name, failure }) => [name, failure]))];
  };
  outcomes = Object.fromEntries(await Promise.all(Object.keys(modules).map(run)));
}, 450_000);

describe.each(Object.entries(modules))('%s: %s', (module) => {
  reportEach(testsOf(module), () => outcomes[module] ?? new Map());
});

function testsOf(module: string): string[] {
  const source = readFileSync(join(folder, `${module}.py`), 'utf8');
  return [...source.matchAll(/^ {4}def (test_\w+)/gm)].map(([, name = '']) => name);
}
