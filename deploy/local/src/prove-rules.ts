import type { Rule } from '../rules/rule.ts';
import { patternOfName, resultsOf, runNamedTests } from './named-tests.ts';
import { type Proof, printVerdict } from './proof.ts';
import { undoRule } from './rule-patch.ts';
import { say } from './say.ts';
import type { JestRun } from './suite.ts';
import { startTestServers } from './test-servers.ts';
import { ensureEnvoy } from './toolchain/envoy.ts';
import { ensureFfmpeg } from './toolchain/ffmpeg.ts';

/** Undoes each rule and runs its test. @returns those that were not caught, with the reason */
export async function proveRules(rules: readonly Rule[], proof: Proof): Promise<string[]> {
  const { folders, checkout } = proof;
  const [{ value: ffmpeg }, { value: envoy }] = [await ensureFfmpeg(proof.env), await ensureEnvoy(folders)];
  const servers = await startTestServers(folders, proof.env);
  const stopServers = proof.atEnd(() => servers.stop());
  const tools = { FFMPEG_PATH: ffmpeg.ffmpeg, FFPROBE_PATH: ffmpeg.ffprobe, ENVOY_PATH: envoy };
  const env = { ...proof.env, ...servers.env, ...tools, ONLY: '' };
  const run = (test: string, names: readonly string[]) =>
    proof.unlessStopping(() => {
      const patterns = names.map(patternOfName);
      return runNamedTests({ root: checkout.root, folder: packageOf(test), test, patterns, env });
    });
  const survivors: string[] = [];
  const passingRules = await testsThatPass(rules, run);
  for (const rule of rules) {
    const began = performance.now();
    const name = `${rule.id} ${rule.says}`;
    const verdict = passingRules.has(testNameOf(rule))
      ? await testUndone(rule, checkout.root, run)
      : 'its test fails with the rule in place';
    await checkout.restore();
    if (verdict !== 'caught') survivors.push(`${name}: ${verdict}`);
    printVerdict(verdict, began, name);
  }
  await stopServers();
  return survivors;
}

type RunTests = (test: string, names: readonly string[]) => Promise<JestRun>;

function testNameOf({ test, named }: Rule): string {
  return `${test} ${named}`;
}

function packageOf(test: string): string {
  const parts = test.split('/');
  return parts.slice(0, parts[0] === 'gateway' || parts[0] === 'web' ? 1 : 2).join('/');
}

/** The tests that pass while no rule is undone: a test that fails anyway proves nothing. */
async function testsThatPass(rules: readonly Rule[], run: RunTests): Promise<Set<string>> {
  const passing = new Set<string>();
  for (const [test, ofTest] of Map.groupBy(rules, (rule) => rule.test)) {
    const results = resultsOf(await run(test, [...new Set(ofTest.map(({ named }) => named))]));
    for (const rule of ofTest) {
      const matching = results.filter(({ fullName }) => fullName.includes(rule.named));
      if (matching.length > 0 && matching.every(({ status }) => status === 'passed')) passing.add(testNameOf(rule));
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
