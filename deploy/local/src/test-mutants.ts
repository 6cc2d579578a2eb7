import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MutationTarget, targets } from '../mutants/targets.ts';
import { foldersFrom } from './folders.ts';
import { columns, ExpectedError, runTarget, say, seconds } from './say.ts';
import { createScratchCheckout } from './scratch-checkout.ts';
import { lastLines, runCommand } from './toolchain/command.ts';

/** Longer than any run of these tests, also on a busy machine: only a mutant that loops forever is stopped. */
const TIMEOUT_MS = 60_000;

/** The part of Stryker's JSON report that is read here. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}
interface Mutant {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'CompileError' | 'RuntimeError';
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number } };
}

/**
 * Changes pure files with Stryker, one mutant at a time, in a checkout of HEAD: their tests must kill the share that
 * mutants/targets.ts names. ONLY=post runs one target and lists the mutants that survive.
 */
await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const selectedTargets = targets.filter(({ name }) => !env.ONLY || name === env.ONLY);
  if (selectedTargets.length === 0)
    throw new ExpectedError(`There is no target '${env.ONLY}': ${targets.map(({ name }) => name).join(', ')}.`);
  const checkout = await createScratchCheckout(folders.root, env);
  const failedTargets: string[] = [];
  try {
    for (const target of selectedTargets) {
      const began = performance.now();
      const mutants = await mutate(folders.root, checkout.root, target);
      const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
      const score = (100 * killed) / mutants.length;
      if (score < target.score) failedTargets.push(target.name);
      const line = `${killed} of ${mutants.length} mutants killed: ${score.toFixed(1)} %, at least ${target.score}`;
      say(columns(target.name.padEnd(14), `${line}  ${seconds(began)}`));
      if (env.ONLY) for (const mutant of mutants) printUnlessKilled(mutant);
    }
  } finally {
    await checkout.remove();
  }
  if (failedTargets.length > 0) say(`Too few mutants were killed: ${failedTargets.join(', ')}`);
  return failedTargets.length === 0 ? 0 : 1;
});

type MutantOfFile = Mutant & { readonly file: string };

/** @returns the mutants that could be run */
async function mutate(root: string, checkout: string, target: MutationTarget): Promise<MutantOfFile[]> {
  const cwd = join(checkout, target.package);
  const [config, report] = [join(checkout, '.stryker.json'), join(checkout, '.stryker-report.json')];
  const options = {
    testRunner: 'jest',
    plugins: [join(root, 'deploy/local/node_modules/@stryker-mutator/jest-runner/dist/src/index.js')],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    jest: {
      configFile: join(checkout, 'deploy/local/mutants/jest.config.mjs'),
      config: { testMatch: target.tests.map((test) => `<rootDir>/${test}`) },
      // This would make jest build the module graph of the whole package.
      enableFindRelatedTests: false,
    },
    mutate: target.mutate,
    // Copies would be outside the workspace and have no packages.
    inPlace: true,
    tempDirName: join(checkout, '.stryker'),
    disableTypeChecks: false,
    concurrency: 2,
    timeoutMS: TIMEOUT_MS,
    reporters: ['json'],
    jsonReporter: { fileName: report },
    allowEmpty: false,
  };
  writeFileSync(config, JSON.stringify(options));
  const stryker = join(root, 'deploy/local/node_modules/.bin/stryker');
  const { code, output } = await runCommand(stryker, ['run', config], { cwd });
  if (code !== 0) throw new ExpectedError(`Stryker did not run on ${target.name}:\n${lastLines(output, 20)}`);
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return Object.entries(files)
    .flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ ...mutant, file: join(target.package, file) })))
    .filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status));
}

function printUnlessKilled({ status, file, location, mutatorName, replacement }: MutantOfFile): void {
  if (status === 'Killed' || status === 'Timeout') return;
  const change = replacement === undefined ? mutatorName : `${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ')}`;
  say(`  ${status === 'NoCoverage' ? 'not covered' : 'survived'}  ${file}:${location.start.line}  ${change}`);
}
