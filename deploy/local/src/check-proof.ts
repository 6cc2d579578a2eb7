import { randomInt } from 'node:crypto';
import { rules } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { foldersFrom } from './folders.ts';
import { createRandom, shuffled } from './random.ts';
import { problemsOf, undoRule } from './rule-patch.ts';
import { columns, ExpectedError, runTarget, say, seconds } from './say.ts';
import { createScratchCheckout } from './scratch-checkout.ts';
import { type JestRun, runJest } from './suite.ts';
import { startTestServers } from './test-servers.ts';
import { ensureEnvoy } from './toolchain/envoy.ts';
import { ensureFfmpeg } from './toolchain/ffmpeg.ts';

/**
 * Undoes rules of security and money one at a time, in a separate checkout, and runs the test that must fail for each.
 * A rule survives when that test still passes. SEED=n repeats an order and COUNT=n tests its first n rules; ONLY=text
 * selects the rules whose id or sentence contains the text; WHY=1 shows how each test failed.
 */
await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const seed = Number(env.SEED || randomInt(2 ** 31));
  const selectedRules = selectRules(seed, env);
  say(`${selectedRules.length} of ${rules.length} rules; SEED=${seed} repeats this order.`);
  const problems = selectedRules.flatMap((rule) => problemsOf(folders.root, rule));
  if (problems.length > 0) throw new ExpectedError(problems.join('\n'));

  const began = performance.now();
  const [{ value: ffmpeg }, { value: envoy }] = [await ensureFfmpeg(env), await ensureEnvoy(folders)];
  const checkout = await createScratchCheckout(folders.root, env);
  const survivors: string[] = [];
  try {
    const servers = await startTestServers(folders, env);
    let isStopping = false;
    const stop = () => {
      isStopping = true;
      void servers.stop().finally(async () => {
        await checkout.remove();
        process.exit(130);
      });
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
      const tools = { FFMPEG_PATH: ffmpeg.ffmpeg, FFPROBE_PATH: ffmpeg.ffprobe, ENVOY_PATH: envoy };
      const run = async (test: string, names: readonly string[]) => {
        // Waits forever: nothing is written into a checkout that is being removed.
        if (isStopping) await new Promise(() => undefined);
        return runTests({ root: checkout.root, test, names, env: { ...env, ...servers.env, ...tools, ONLY: '' } });
      };
      const passingRules = await testsThatPass(selectedRules, run);
      for (const rule of selectedRules) {
        const ruleBegan = performance.now();
        const verdict = passingRules.has(nameOf(rule))
          ? await testUndone(rule, checkout.root, run)
          : 'its test fails with the rule in place';
        await checkout.restore();
        if (!verdict.startsWith('caught')) survivors.push(`${rule.id} ${rule.says}: ${verdict}`);
        say(columns(verdict.padEnd(8), `${seconds(ruleBegan).padStart(6)}  ${rule.id}  ${rule.says}`));
      }
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      await servers.stop();
    }
  } finally {
    await checkout.remove();
  }
  say(survivors.length === 0 ? `All ${selectedRules.length} were caught, in ${seconds(began)}.` : 'Not caught:');
  for (const survivor of survivors) say(`  ${survivor}`);
  return survivors.length === 0 ? 0 : 1;
});

function selectRules(seed: number, env: NodeJS.ProcessEnv): Rule[] {
  const { ONLY: only, COUNT: count } = env;
  const matchingRules = only ? rules.filter(({ id, says }) => `${id} ${says}`.includes(only)) : rules;
  if (matchingRules.length === 0) throw new ExpectedError(`No rule has '${only}' in its id or sentence.`);
  return shuffled(matchingRules, createRandom(seed)).slice(0, count ? Number(count) : undefined);
}

type RunTests = (test: string, names: readonly string[]) => Promise<JestRun>;

function nameOf({ test, named }: Rule): string {
  return `${test} ${named}`;
}

/** The tests that pass while no rule is undone: a test that fails anyway proves nothing. */
async function testsThatPass(selectedRules: readonly Rule[], run: RunTests): Promise<Set<string>> {
  const passing = new Set<string>();
  for (const [test, ofTest] of Map.groupBy(selectedRules, (rule) => rule.test)) {
    const results = resultsOf(await run(test, [...new Set(ofTest.map(({ named }) => named))]));
    for (const rule of ofTest) {
      const matching = results.filter(({ fullName }) => fullName.includes(rule.named));
      if (matching.length > 0 && matching.every(({ status }) => status === 'passed')) passing.add(nameOf(rule));
    }
  }
  return passing;
}

/** Undoes the rule and runs its test. @returns the verdict; a suite that does not load proves nothing */
async function testUndone(rule: Rule, root: string, run: RunTests): Promise<string> {
  undoRule(root, rule);
  const outcome = await run(rule.test, [rule.named]);
  const failures = resultsOf(outcome).filter(({ status }) => status === 'failed');
  if (failures.length === 0)
    return outcome.report?.numRuntimeErrorTestSuites === 0 ? 'SURVIVED' : 'its test did not run';
  if (process.env.WHY) say(String(failures[0]?.failureMessages[0]).split('\n').slice(0, 9).join('\n'));
  return 'caught';
}

function resultsOf({ report }: JestRun) {
  return (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
}

function runTests(options: {
  root: string;
  test: string;
  names: readonly string[];
  env: NodeJS.ProcessEnv;
}): Promise<JestRun> {
  const parts = options.test.split('/');
  const folder = parts.slice(0, parts[0] === 'gateway' || parts[0] === 'web' ? 1 : 2).join('/');
  return runJest({
    root: options.root,
    folder,
    env: options.env,
    reports: `${options.root}/.reelwright/reports`,
    seed: undefined,
    args: [
      '--runInBand',
      // A test that fails half-way may leave something open.
      '--forceExit',
      '--runTestsByPath',
      `${options.root}/${options.test}`,
      '-t',
      options.names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
    ],
  });
}
