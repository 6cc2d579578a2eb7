import { chooseItems } from '../src/proof-choice.ts';
import { verdictOn } from '../src/row-verdict.ts';
import type { JestRun } from '../src/suite.ts';

const items = Array.from({ length: 40 }, (_, index) => `row ${index}`);
const itself = (item: string) => item;

describe('the choice of a proof', () => {
  it('is the same for the same seed, and another for another one', () => {
    const of = (seed: number) => chooseItems(items, itself, { seed, only: '', count: 5 });
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
    expect(new Set(of(1)).size).toBe(5);
  });

  it('begins in the same way whatever its count is', () => {
    const of = (count: number | undefined) => chooseItems(items, itself, { seed: 7, only: '', count });
    expect(of(undefined).slice(0, 3)).toEqual(of(3));
    expect(of(undefined)).toHaveLength(40);
  });

  it('has only what contains the text', () => {
    expect(chooseItems(items, itself, { seed: 7, only: 'row 39', count: undefined })).toEqual(['row 39']);
  });
});

const run = (status: 'passed' | 'failed', message = '', fullName = 'signs a person up'): JestRun => ({
  code: 0,
  output: '',
  report: {
    numPassedTests: 0,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    testResults: [{ name: 'a.test.ts', status, assertionResults: [{ fullName, status, failureMessages: [message] }] }],
  },
});
// biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in a journey
const STEP = 'sees ${count} words (all of them)';

describe('a changed row', () => {
  it.each([
    ['fails at the row’s step', run('failed', 'could not see that the person sees 3 words (all of them)'), 'caught'],
    ['fails for want of the text', run('failed', "waiting for getByText('Sign In')"), 'caught'],
    ['fails, and is the test that the row names', run('failed', 'no', 'sees 3 words (all of them)'), 'caught'],
    ['fails elsewhere', run('failed', 'the stack is away\nat x'), 'fails elsewhere: the stack is away'],
    ['passes', run('passed'), 'SURVIVED'],
    ['does not run', { code: 1, output: '', report: undefined }, 'its test did not run'],
  ])('whose journey %s', (_, given, verdict) => {
    expect(verdictOn({ step: STEP }, 'Sign In', given)).toBe(verdict);
  });
});
