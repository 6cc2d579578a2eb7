import type { CoverageRow } from './coverage-rows.ts';
import { patternOfName, resultsOf } from './named-tests.ts';
import { say } from './say.ts';
import type { JestRun } from './suite.ts';

/**
 * What a run says about a changed row. It is caught when the row's test fails; if the row names a step, at that step or
 * for want of the text. A test that fails elsewhere proves nothing about the row.
 * @param what the text that was changed, or the code
 */
export function verdictOn({ step }: Pick<CoverageRow, 'step'>, what: string, run: JestRun): string {
  const results = resultsOf(run);
  if (results.length === 0) return 'its test did not run';
  const [failure] = failuresOf(run);
  if (failure === undefined) return 'SURVIVED';
  if (process.env.WHY) say(failure.split('\n').slice(0, 9).join('\n'));
  const named = new RegExp(patternOfName(step));
  const isTest = results.some(({ fullName }) => named.test(fullName));
  return isTest || named.test(failure) || failure.includes(what) ? 'caught' : `fails elsewhere: ${firstLine(failure)}`;
}

/** The messages of the failed tests, and of a run without tests. */
export function failuresOf(run: JestRun): string[] {
  const results = resultsOf(run);
  if (results.length === 0) return ['its test did not run'];
  return results.filter(({ status }) => status === 'failed').map(({ failureMessages }) => failureMessages.join('\n'));
}

export function firstLine(text = ''): string {
  return text.split('\n')[0] ?? '';
}
