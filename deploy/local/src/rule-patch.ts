import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from '../rules/rule.ts';

/** What keeps a rule from being undone and tested as written: its code or its test has moved. Empty when nothing does. */
export function problemsOf(root: string, rule: Rule): string[] {
  const problems: string[] = [];
  const times = countIn(join(root, rule.file), rule.find);
  if (times !== 1) problems.push(`what it undoes stands ${times} times in ${rule.file}`);
  if (countIn(join(root, rule.test), rule.named) === 0) problems.push(`no test is named so in ${rule.test}`);
  if (rule.find === rule.put) problems.push('it changes nothing');
  return problems.map((problem) => `${rule.id} ${rule.says}: ${problem}`);
}

/** Undoes a rule in a checkout. Ask `problemsOf` first. */
export function undoRule(root: string, { file, find, put }: Rule): void {
  const path = join(root, file);
  // A function, for a dollar sign in plain text would mean something else.
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(find, () => put),
  );
}

function countIn(path: string, text: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').split(text).length - 1 : 0;
}
