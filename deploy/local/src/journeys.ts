import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LimitFunction } from 'p-limit';
import { JOURNEYS } from './coverage-rows.ts';
import type { Folders } from './folders.ts';
import { journeyStack } from './journey-stack.ts';
import { ExpectedError, say } from './say.ts';
import { runSuite, type SuiteResult } from './suite.ts';
import { ensureChromium } from './toolchain/chromium.ts';

/** Journeys that share a stack. */
interface JourneyGroup {
  readonly name: string;
  readonly home: string;
  readonly portBase: number;
  readonly files: readonly string[];
}

/** Journeys that kill parts have a stack of their own. JOURNEY=admin selects those with 'admin' in their file's name. */
export function journeyGroups(root: string, env: NodeJS.ProcessEnv): JourneyGroup[] {
  const { JOURNEY: part = '' } = env;
  const files = readdirSync(join(root, JOURNEYS)).filter((name) => name.endsWith('.spec.ts') && name.includes(part));
  if (files.length === 0) throw new ExpectedError(`No journey has '${part}' in its file's name.`);
  const [killing, others] = [true, false].map((kills) => files.filter((name) => kills === name.startsWith('kills')));
  return [
    { name: `${JOURNEYS} kills`, home: 'journeys-kills', portBase: 19_080, files: killing ?? [] },
    { name: JOURNEYS, home: 'journeys', portBase: 18_080, files: others ?? [] },
  ].filter((group) => group.files.length > 0);
}

/** Runs browser journeys against a stack of their own, beside other stacks, and drops it. */
export async function runJourneys(
  folders: Folders,
  { name, portBase, files, ...group }: JourneyGroup,
  env: NodeJS.ProcessEnv,
  { seed, starting }: { seed: number | undefined; starting: LimitFunction },
): Promise<SuiteResult> {
  const { value: chromium } = await starting(() => ensureChromium(env));
  const home = join(folders.home, group.home);
  const stack = journeyStack({ root: folders.root, home, portBase, chromium, env });
  await stack.reset();
  try {
    const up = await starting(() => stack.up());
    if (up.code !== 0) return { name, passed: 0, failed: 1, failures: ['did not start'], took: '', output: up.output };
    return await runSuite({
      root: folders.root,
      folder: JOURNEYS,
      name,
      env: stack.journeyEnv(),
      reports: join(folders.home, 'test', 'reports'),
      seed,
      args: ['--runInBand', '--runTestsByPath', ...files],
    });
  } finally {
    if (env.KEEP_JOURNEYS === '1') say(`The journeys' stack still runs; its logs are in ${join(home, 'run/logs')}.`);
    else await stack.reset();
  }
}
