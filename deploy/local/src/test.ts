import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Folders, foldersFrom } from './folders.ts';
import { journeyGroups, runJourneys } from './journeys.ts';
import { createRandom, shuffled } from './random.ts';
import { wantsS3 } from './s3-server.ts';
import { columns, ExpectedError, runTarget, say } from './say.ts';
import { runSuite, type SuiteResult } from './suite.ts';
import { longestFirst } from './suite-order.ts';
import { startTestServers, TESTS } from './test-servers.ts';
import { ensureEnvoy } from './toolchain/envoy.ts';
import { ensureFfmpeg } from './toolchain/ffmpeg.ts';
import { ensurePip } from './toolchain/pip.ts';
import { packagesOf } from './workspace.ts';

const JOURNEYS = 'web/e2e';
const SANDBOX = 'deploy/sandbox';
const RENDERER = 'libs/renderer';
/** These test on an S3 server, wherever the other suites keep their objects. */
const ON_S3: readonly string[] = ['libs/object-store', 'services/generation'];
/** Four test files at once keep two cores busy. With more, some tests waited longer for their services than their limits. */
const AT_ONCE = 4;
/** Packages at once while no group of journeys runs, while one runs, and while two run. */
const PACKAGES_AT_ONCE = [AT_ONCE, 2, 1];
/** One of these runs beside them, and several once those have ended: rendering has a low priority, and the others mostly wait. */
const IN_IDLE_TIME: readonly string[] = [
  RENDERER,
  'gateway',
  'libs/clock',
  'libs/kafka',
  'libs/leases',
  'libs/lifecycle',
  'libs/outbox',
  'libs/postgres',
  'libs/service',
  'libs/testing',
];
/** A suite among others runs one file at a time, in Jest's own process: starting workers costs about a second of CPU time each. */
const workers = (suites: number) => (suites === 1 ? `--maxWorkers=${AT_ONCE}` : '--runInBand');

await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const seed = env.SHUFFLE === '1' ? Number(env.SEED || randomInt(2 ** 31)) : undefined;
  if (seed !== undefined) say(`Shuffled; SHUFFLE=1 SEED=${seed} repeats this order.`);
  const selectedSuites = chooseSuites(folders.root, env.ONLY);

  const results = await runSuites(folders, selectedSuites, seed);
  const total = (count: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[count], 0);
  // Again at the end: the output of a failed suite is far up, and long.
  for (const { name, failures } of results) for (const failure of failures) say(`Failed: ${name}: ${failure}`);
  say(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0 ? 0 : 1;
});

/** Runs the journeys beside the packages. A suite's output is printed when it has ended. */
async function runSuites(
  folders: Folders,
  selectedSuites: readonly string[],
  seed: number | undefined,
): Promise<SuiteResult[]> {
  const packages = selectedSuites.filter((path) => path !== JOURNEYS);
  const groups = selectedSuites.includes(JOURNEYS) ? journeyGroups(folders.root, process.env) : [];
  let runningGroups = groups.length;
  const suites = pLimit(PACKAGES_AT_ONCE[runningGroups] ?? 1);
  // Only one suite at a time fetches tools or builds the web app.
  const starting = pLimit(1);
  const outcomes = await Promise.allSettled([
    ...groups.map(async (group) => {
      const result = await runJourneys(folders, group, process.env, { seed, starting }).finally(() => {
        suites.concurrency = PACKAGES_AT_ONCE[--runningGroups] ?? 1;
      });
      return printResult(result);
    }),
    ...(packages.length > 0 ? [runPackages(folders, packages, { seed, suites, starting })] : []),
  ]);
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

async function runPackages(
  folders: Folders,
  packages: readonly string[],
  { seed, suites, starting }: { seed: number | undefined; suites: LimitFunction; starting: LimitFunction },
): Promise<SuiteResult[]> {
  const { ffmpeg, envoy, servers } = await starting(async () => {
    const { value: ffmpeg } = await ensureFfmpeg(process.env);
    const { value: envoy } = await ensureEnvoy(folders);
    // That suite runs official SDKs of Python and Go against the sandbox, and fetches them itself.
    if (packages.includes(SANDBOX)) await ensurePip('pip, which fetches the SDKs that test the sandbox,');
    const s3 = wantsS3(process.env) || packages.some((folder) => ON_S3.includes(folder));
    return { ffmpeg, envoy, servers: await startTestServers(folders, process.env, { ...TESTS, s3 }) };
  });
  const stopOnSignal = () => void servers.stop().finally(() => process.exit(130));
  process.once('SIGINT', stopOnSignal).once('SIGTERM', stopOnSignal);
  try {
    const tools = { FFMPEG_PATH: ffmpeg.ffmpeg, FFPROBE_PATH: ffmpeg.ffprobe, ENVOY_PATH: envoy };
    const env = { ...process.env, ...servers.env, ...tools, ONLY: '' };
    const reports = join(folders.home, 'test', 'reports');
    const suite = { root: folders.root, env, reports, seed, args: [workers(packages.length)] };
    const ordered = seed === undefined ? longestFirst(folders.root, packages) : shuffled(packages, createRandom(seed));
    const idleTime = pLimit(1);
    const isWaiting = (folder: string) => IN_IDLE_TIME.includes(folder);
    const run = async (folder: string) => printResult(await runSuite({ ...suite, folder }));
    const others = ordered.filter((folder) => !isWaiting(folder)).map((folder) => suites(run, folder));
    const waiting = ordered.filter(isWaiting).map((folder) => idleTime(run, folder));
    void Promise.allSettled(others).then(() => {
      idleTime.concurrency = AT_ONCE;
    });
    return await Promise.all([...others, ...waiting]);
  } finally {
    process.off('SIGINT', stopOnSignal).off('SIGTERM', stopOnSignal);
    await servers.stop();
  }
}

function printResult(result: SuiteResult): SuiteResult {
  const { name, passed, failed, took, output } = result;
  say(columns(name.padEnd(20), `${String(passed).padStart(4)} passed, ${failed} failed  ${took}`));
  if (failed > 0) say(output.trimEnd());
  return result;
}

/** All suites, or those that ONLY names, separated by commas: by folder (`libs/outbox`), its last part (`auth`), or `e2e`. */
function chooseSuites(root: string, only: string | undefined): string[] {
  const suites = packagesOf(root).filter(
    (path) => existsSync(join(root, path, 'jest.config.mjs')) || existsSync(join(root, path, 'jest.config.ts')),
  );
  if (existsSync(join(root, JOURNEYS))) suites.push(JOURNEYS);
  if (!only) return suites;
  const named = only.split(',').map((name) => {
    const path = suites.find((candidate) => candidate === name || candidate.endsWith(`/${name}`));
    if (!path) throw new ExpectedError(`There is no suite '${name}': choose of ${suites.join(', ')}.`);
    return path;
  });
  return suites.filter((path) => named.includes(path));
}
