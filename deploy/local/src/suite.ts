import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seconds } from './say.ts';
import { runCommand } from './toolchain/command.ts';

export interface SuiteResult {
  readonly name: string;
  readonly passed: number;
  /** Failed tests, and test files that could not run at all. */
  readonly failed: number;
  readonly took: string;
  /** Jest's own words. */
  readonly output: string;
}

export interface SuiteOptions {
  readonly root: string;
  /** The package's folder below the root. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where the machine-readable result is put. */
  readonly reports: string;
  readonly seed: number | undefined;
  readonly args?: readonly string[];
}

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
}

/** Runs one jest configuration to its end. */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { root, folder, env, seed, args = [] } = options;
  const began = performance.now();
  const report = join(options.reports, `${folder.replaceAll('/', '-')}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await runCommand(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      '--passWithNoTests',
      '--json',
      `--outputFile=${report}`,
      ...(seed === undefined ? [] : ['--randomize', `--seed=${seed}`]),
      ...args,
    ],
    { cwd: join(root, folder), env },
  );
  const took = seconds(began);
  if (!existsSync(report)) {
    const ranNothing = code === 0;
    return { name: folder, passed: 0, failed: ranNothing ? 0 : 1, took, output };
  }
  const counts = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
  const counted = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  // Jest may fail for other reasons, such as a handle that keeps it open or a threshold: that is a failure too.
  return {
    name: folder,
    passed: counts.numPassedTests,
    failed: counted || (code === 0 ? 0 : 1),
    took,
    output: withoutJson(output),
  };
}

/** With --json jest also prints the report: one line, which no person reads. */
function withoutJson(output: string): string {
  return output
    .split('\n')
    .filter((line) => !line.startsWith('{"num') && !line.startsWith('Test results written to:'))
    .join('\n');
}
