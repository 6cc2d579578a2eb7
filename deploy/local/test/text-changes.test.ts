import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowPlaces } from '../rules/row-places.ts';
import { type CoverageRow, coverageRows, nameOf, textsOf } from '../src/coverage-rows.ts';
import { testOf } from '../src/journey-tests.ts';
import { changesOf, problemsOfRows, readPieces } from '../src/text-changes.ts';

const root = join(import.meta.dirname, '../../..');
const rows = coverageRows(root);
const pieces = readPieces(root);
const rowOf = (says: string, screen = 'login'): CoverageRow => ({
  screen,
  says,
  file: 'texts.spec.ts',
  step: 'signs up',
});

/** What the files of a change contain before and after it. */
function applied(row: CoverageRow): { before: string; after: string } {
  const [change] = changesOf(row, pieces);
  if (!change) throw new Error('there is no change');
  const copy = mkdtempSync(join(tmpdir(), 'reelwright-texts-'));
  for (const file of change.files) cpSync(join(root, file), join(copy, file));
  change.apply(copy);
  const read = (folder: string) => change.files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const result = { before: read(root), after: read(copy) };
  rmSync(copy, { recursive: true });
  return result;
}

describe('what is changed for a row of the table of journeys', () => {
  it('exists for each row', () => {
    expect(problemsOfRows(root, rows, pieces)).toEqual([]);
  });

  it.each(rows.map((row) => [nameOf(row), row] as const))('%s: is no longer what the code says', (_, row) => {
    for (const change of changesOf(row, pieces)) expect(change.files.length).toBeGreaterThan(0);
    const { before, after } = applied(row);
    expect(after).not.toBe(before);
  });

  it.each([
    ['a string', 'Session expired. Please login again...', "'Session expired", "'Sxession expired"],
    ['an attribute', 'Create a strong password', '"Create a strong password"', '"Cxreate a strong password"'],
    ['a piece of a template', 'Check console for details.', '. Check console', '. Cxheck console'],
    ['a text with an apostrophe', "You're on the highest plan!", 'You', 'Yxou'],
    ['a text over several lines', 'The controller of your personal data is', 'The controller', 'Txhe controller'],
  ])('%s gets one more letter', (_, text, before, after) => {
    const change = applied(rowOf(`\`${text}\``));
    expect(change.before).toContain(before);
    expect(change.after).toContain(after);
  });

  it('is the whole of a string rather than a part of another one', () => {
    const { after } = applied(rowOf('`Get Started`'));
    expect(after).not.toMatch(/(['">])Get Started\1/);
    for (const change of changesOf(rowOf('`Get Started`'), pieces))
      expect(change.files.every((file) => file.startsWith('web/src/'))).toBe(true);
  });

  it('is in the services for the rows about their answers', () => {
    const files = (screen: string) =>
      changesOf(rowOf('`API_KEY_INVALID`', screen), pieces).flatMap(({ files }) => files);
    expect(files('partner').every((file) => file.startsWith('services/'))).toBe(true);
    expect(files('/api-docs').every((file) => file.startsWith('web/'))).toBe(true);
  });

  it('is reported when the code no longer says it, and when a listed place or its row is gone', () => {
    expect(problemsOfRows(root, [...rows, rowOf('`Nobody says this.`')], pieces)).toEqual([
      expect.stringContaining('no code says this'),
    ]);
    const [place] = rowPlaces;
    const others = rows.filter((row) => nameOf(row) !== place?.row);
    expect(problemsOfRows(root, others, pieces)).toEqual([`${place?.row}: the table has no such row`]);
    const copy = mkdtempSync(join(tmpdir(), 'reelwright-texts-'));
    for (const file of new Set(rowPlaces.map((each) => each.file))) cpSync(join(root, file), join(copy, file));
    writeFileSync(join(copy, place?.file ?? ''), '');
    const gone = problemsOfRows(copy, rows, pieces).filter((problem) => problem.includes('was found 0 times'));
    expect(gone.length).toBeGreaterThan(0);
    rmSync(copy, { recursive: true });
  });
});

describe('the test of a row', () => {
  it.each([
    ['texts.spec.ts', 'signs up', 'shows the error texts of the specification, through the whole stack'],
    ['ways-in.spec.ts', 'signs in with Google', 'signs a user in with Google, who then sets a password'],
    ['first-paint.spec.ts', 'shows its headline and its links', '/pricing shows its headline and its links'],
    [
      'public-pages.spec.ts',
      'contains its required sentences',
      'contains its required sentences, 390 px wide, without scrolling sideways',
    ],
  ])('in %s for %j is %j', (file, step, name) => {
    expect(name).toMatch(new RegExp(testOf(root, { screen: '', says: '', file, step })));
  });

  it('exists for each row', () => {
    for (const row of rows) expect(testOf(root, row)).not.toBe('');
  });

  it('is missed when no test has the step', () => {
    expect(() => testOf(root, { ...rowOf(''), step: 'does what nobody does' })).toThrow('has no test with');
  });
});

it('the texts of a row are those in backticks', () => {
  expect(textsOf(rowOf('`Sign In` and `Sign Up`, a link'))).toEqual(['Sign In', 'Sign Up']);
});
