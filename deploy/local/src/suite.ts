import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { seconds } from './say.ts';
import { runCommand } from './toolchain/command.ts';

export interface SuiteResult {
  readonly name: string;
  readonly passed: number;
  /** Failed tests, and test files that could not run at all. */
  readonly failed: number;
  /** The names of the failed tests, and of the files that could not run. */
  readonly failures: readonly string[];
  readonly took: string;
  /** Jest's output. */
  readonly output: string;
}

export interface SuiteOptions {
  readonly root: string;
  /** The package's folder below the root. */
  readonly folder: string;
  /** The folder, when left out. */
  readonly name?: string;
  readonly env: NodeJS.ProcessEnv;
  /** The folder of the machine-readable results. */
  readonly reports: string;
  readonly seed: number | undefined;
  readonly args?: readonly string[];
}

export interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export interface JestRun {
  /** Undefined when jest ended without a report. */
  readonly report: JestReport | undefined;
  readonly code: number;
  readonly output: string;
}

/** Runs one jest configuration to its end and counts the results. */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { folder, name = folder } = options;
  const began = performance.now();
  const { report: counts, code, output } = await runJest(options);
  const took = seconds(began);
  if (!counts) {
    // A test may end the process with code 0 before Jest has run the others.
    const ranNothing = code === 0 && output.includes('No tests found');
    if (ranNothing) return { name, passed: 0, failed: 0, failures: [], took, output };
    return { name, passed: 0, failed: 1, failures: ['Jest ended without results'], took, output };
  }
  const failures = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  // Jest may fail for other reasons, such as a handle that keeps it open or a threshold: that is a failure too.
  const failed = failures || (code === 0 ? 0 : 1);
  const names = failuresOf(counts);
  if (failed > 0 && names.length === 0) names.push(`Jest ended with code ${code}`);
  return { name, passed: counts.numPassedTests, failed, failures: names, took, output };
}

function failuresOf({ testResults }: JestReport): string[] {
  return testResults.flatMap(({ name: path, status, assertionResults }) => {
    const names = assertionResults.flatMap((test) => (test.status === 'failed' ? [test.fullName] : []));
    if (names.length === 0 && status === 'failed') names.push('could not run');
    return names.map((name) => `${basename(path)}: ${name}`);
  });
}

/** Runs one jest configuration to its end. */
export async function runJest(options: SuiteOptions): Promise<JestRun> {
  const { root, folder, name = folder, env, seed, args = [] } = options;
  const report = join(options.reports, `${name.replaceAll(/[/ ]/g, '-')}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await runCommand(
    process.execPath,
    [
      // For the web app: Jest itself loads the modules of its tests.
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      '--passWithNoTests',
      '--json',
      `--outputFile=${report}`,
      ...(seed === undefined ? [] : ['--randomize', `--seed=${seed}`]),
      ...args,
    ],
    // Node keeps the compiled code of Jest, and of the processes that tests start, for the next suites.
    { cwd: join(root, folder), env: { NODE_COMPILE_CACHE: join(options.reports, '../compile-cache'), ...env } },
  );
  return {
    report: existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JestReport) : undefined,
    code,
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
