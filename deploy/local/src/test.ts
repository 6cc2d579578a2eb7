import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Folders, foldersFrom } from './folders.ts';
import { runJourneys } from './journeys.ts';
import { createRandom, shuffled } from './random.ts';
import { columns, PlainProblem, runVerb, say } from './say.ts';
import { runSuite, type SuiteResult } from './suite.ts';
import { startTestServers } from './test-servers.ts';
import { bringEnvoy } from './toolchain/envoy.ts';
import { bringFfmpeg } from './toolchain/ffmpeg.ts';
import { bringPip } from './toolchain/pip.ts';
import { packagesOf } from './workspace.ts';

const JOURNEYS = 'web/e2e';
const SANDBOX = 'deploy/sandbox';
// Two cores; jest would take one worker fewer than there are.
const WORKERS = '--maxWorkers=2';

await runVerb(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const seed = env.SHUFFLE === '1' ? Number(env.SEED || randomInt(2 ** 31)) : undefined;
  if (seed !== undefined) say(`Shuffled; SHUFFLE=1 SEED=${seed} repeats this order.`);
  const chosen = chooseSuites(folders.root, env.ONLY);
  const packages = chosen.filter((path) => path !== JOURNEYS);

  const results = packages.length > 0 ? await runPackages(folders, inOrder(packages, seed), seed) : [];
  if (chosen.includes(JOURNEYS)) results.push(tell(await runJourneys(folders, env, seed)));

  const total = (count: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[count], 0);
  const failures = results.filter(({ failed }) => failed > 0).map(({ name }) => name);
  if (failures.length > 0) say(`Failed: ${failures.join(', ')}`);
  say(`${total('passed')} passed, ${total('failed')} failed`);
  return failures.length === 0 ? 0 : 1;
});

async function runPackages(
  folders: Folders,
  packages: readonly string[],
  seed: number | undefined,
): Promise<SuiteResult[]> {
  const { value: ffmpeg } = await bringFfmpeg(process.env);
  const { value: envoy } = await bringEnvoy(folders);
  // That suite runs official SDKs of Python and Go against the sandbox, and fetches them itself.
  if (packages.includes(SANDBOX)) await bringPip('pip, which fetches the SDKs that test the sandbox,');
  const servers = await startTestServers(folders, process.env);
  const stopOnSignal = () => void servers.stop().finally(() => process.exit(130));
  process.once('SIGINT', stopOnSignal).once('SIGTERM', stopOnSignal);
  try {
    const tools = { FFMPEG_PATH: ffmpeg.ffmpeg, FFPROBE_PATH: ffmpeg.ffprobe, ENVOY_PATH: envoy };
    const env = { ...process.env, ...servers.env, ...tools, ONLY: '' };
    const reports = join(folders.home, 'test', 'reports');
    const results: SuiteResult[] = [];
    for (const folder of packages) {
      results.push(tell(await runSuite({ root: folders.root, folder, env, reports, seed, args: [WORKERS] })));
    }
    return results;
  } finally {
    process.off('SIGINT', stopOnSignal).off('SIGTERM', stopOnSignal);
    await servers.stop();
  }
}

function tell(result: SuiteResult): SuiteResult {
  const { name, passed, failed, took, output } = result;
  say(columns(name.padEnd(20), `${String(passed).padStart(4)} passed, ${failed} failed  ${took}`));
  if (failed > 0) say(output.trimEnd());
  return result;
}

/** All suites, or those that ONLY names: by folder (`libs/outbox`), by its last part (`auth`), or `e2e`. */
function chooseSuites(root: string, only: string | undefined): string[] {
  const all = packagesOf(root).filter(
    (path) => existsSync(join(root, path, 'jest.config.mjs')) || existsSync(join(root, path, 'jest.config.ts')),
  );
  if (existsSync(join(root, JOURNEYS))) all.push(JOURNEYS);
  if (!only) return all;
  const chosen = all.filter((path) => path === only || path.endsWith(`/${only}`));
  if (chosen.length === 0) throw new PlainProblem(`There is no suite '${only}': choose one of ${all.join(', ')}.`);
  return chosen;
}

function inOrder(paths: readonly string[], seed: number | undefined): readonly string[] {
  return seed === undefined ? paths : shuffled(paths, createRandom(seed));
}
