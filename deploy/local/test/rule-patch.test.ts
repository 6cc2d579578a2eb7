import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rules } from '../rules/index.ts';
import { patternOf, problemsOf, undoRule } from '../src/rule-patch.ts';
import { runCommand } from '../src/toolchain/command.ts';

const root = join(import.meta.dirname, '../../..');
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'reelwright-rules-'));
  for (const path of new Set(rules.flatMap(({ file, test }) => [file, test])))
    cpSync(join(root, path), join(copy, path));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the code that a rule undoes', () => {
  it('is found in any formatting of its file', async () => {
    const formatter = { lineWidth: 70, indentStyle: 'tab' };
    const javascript = { formatter: { quoteStyle: 'double', trailingCommas: 'none', semicolons: 'always' } };
    writeFileSync(join(copy, 'biome.json'), JSON.stringify({ formatter, javascript }));
    const before = readFileSync(join(copy, rules[0]?.file ?? ''), 'utf8');
    const { code, output } = await runCommand(join(root, 'node_modules/.bin/biome'), ['format', '--write', '.'], {
      cwd: copy,
    });
    expect([code, output]).toEqual([0, expect.anything()]);
    expect(readFileSync(join(copy, rules[0]?.file ?? ''), 'utf8')).not.toBe(before);
    // The names of tests are text, which a formatter may quote differently.
    const problems = rules
      .flatMap((rule) => problemsOf(copy, rule))
      .filter((problem) => !problem.includes('no test has this name'));
    expect(problems).toEqual([]);
  });

  it.each([
    ["call(a, 'b')", 'call(\n  a,\n  "b",\n)'],
    ['{ a, b, }', '{a, b}'],
    ['return a;', 'return   a;'],
  ])('%j is the code %j', (code, other) => {
    expect(other.replace(patternOf(code), 'found')).toBe('found');
  });

  it.each([
    ['return a;', 'returna;'],
    ['a < b', 'a <= b'],
    ["'a b'", "'ab'"],
  ])('%j is not the code %j', (code, other) => {
    expect(other.replace(patternOf(code), 'found')).toBe(other);
  });

  it('is reported when its file no longer has it, or has it twice', () => {
    const [rule] = rules;
    if (!rule) throw new Error('there is no rule');
    const path = join(copy, rule.file);
    const text = readFileSync(path, 'utf8');
    const others = problemsOf(copy, rule).length;
    writeFileSync(path, text + text);
    expect(problemsOf(copy, rule).length - others).toBe(1);
    writeFileSync(path, text);
    undoRule(copy, rule);
    expect(problemsOf(copy, rule).length - others).toBe(1);
    writeFileSync(path, text);
  });
});
