import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectProblem, connectProblems, messageFromAddress } from './connect-problems.ts';

const CATALOGUE = join(import.meta.dirname, '../../../services/publishing/src/causes/causes.ts');

/** What only a post can end with; REQUEST_REFUSED comes back from a consent as SIGN_IN_REFUSED. */
const OF_POSTS = [
  ...['BUDGET_SPENT', 'TOO_MANY_PENDING', 'ACCOUNT_NOT_PRIVATE', 'PRIVACY_OPTION_GONE', 'BLOCKED', 'DUPLICATE'],
  ...['COPYRIGHT', 'SESSION_LOST', 'NOT_PROCESSED_YET', 'PROCESSING_FAILED', 'REQUEST_REFUSED', 'NOT_COMMITTED'],
  'OUTCOME_UNKNOWN',
];

/** The codes under each heading of publishing's catalogue, read as text: web imports no service. A heading may explain itself. */
function codesUnder(heading: string): string[] {
  const start = new RegExp(`^ {2}// ${heading}(?:|:.*(?:\\n {2}// .*)*)\\n`, 'm');
  const [, section = ''] = readFileSync(CATALOGUE, 'utf8').split(start);
  const [codes = ''] = section.split(/^ {2}\/\/ /m);
  return [...codes.matchAll(/^ {2}([A-Z_]+): \{/gm)].map(([, code = '']) => code);
}

test('every code a consent can come back with has words, and no other has', () => {
  const consent = codesUnder('Coming back from a consent');
  const answers = ['Limits', 'The account', 'Mechanics'].flatMap(codesUnder);
  expect(answers).toEqual(expect.arrayContaining(OF_POSTS));
  // Left unticked, a permission ends a consent as it ends a connection.
  const expected = ['SCOPE_MISSING', ...consent, ...answers.filter((code) => !OF_POSTS.includes(code))];
  expect(Object.keys(connectProblems).sort()).toEqual(expected.sort());
});

test('the words name the platform, and a made-up code reads as a failure of ours', () => {
  for (const code of Object.keys(connectProblems)) {
    const { cause, fix } = connectProblem(code, 'TikTok');
    for (const text of [cause, fix]) expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z][^{}]*\.$/)]);
  }
  expect(connectProblem('toString', 'TikTok').cause).toBe('TikTok could not be connected.');
});

test('a message of an address is cut between what a reader sees as characters', () => {
  expect(messageFromAddress(`${'a'.repeat(299)}👩🏽 and more`)).toBe(`${'a'.repeat(299)}👩🏽`);
  expect(messageFromAddress('👩🏽'.repeat(301))).toBe('👩🏽'.repeat(300));
});
