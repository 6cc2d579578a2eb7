import { type JestRun, runJest } from './suite.ts';

/**
 * Runs the tests of one file whose names match one of the patterns.
 * @param options.folder the folder of its Jest configuration, from the root; so is `test`
 */
export function runNamedTests(options: {
  root: string;
  folder: string;
  test: string;
  patterns: readonly string[];
  env: NodeJS.ProcessEnv;
}): Promise<JestRun> {
  const { root, folder, test, patterns, env } = options;
  return runJest({
    root,
    folder,
    env,
    reports: `${root}/.reelwright/reports`,
    seed: undefined,
    args: [
      '--runInBand',
      // A test that fails half-way may leave something open.
      '--forceExit',
      '--runTestsByPath',
      `${root}/${test}`,
      '-t',
      patterns.join('|'),
    ],
  });
}

/** What Jest and templates put into a name may be anything. */
export function patternOfName(name: string): string {
  const parts = name.split(/%s|\$\{[^}]*\}/);
  return parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
}

/** The tests that were run. */
export function resultsOf({ report }: JestRun) {
  return (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
}
