import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from '../rules/rule.ts';

/** What keeps a rule from being undone and tested as written: its code or its test has moved. Empty when nothing does. */
export function problemsOf(root: string, rule: Rule): string[] {
  const problems: string[] = [];
  const matches = [...textOf(join(root, rule.file)).matchAll(patternOf(rule.find))].length;
  if (matches !== 1) problems.push(`the code it undoes was found ${matches} times in ${rule.file}`);
  if (!textOf(join(root, rule.test)).includes(rule.named)) problems.push(`no test is named so in ${rule.test}`);
  if (rule.find === rule.put) problems.push('it changes nothing');
  return problems.map((problem) => `${rule.id} ${rule.says}: ${problem}`);
}

/** Undoes a rule in a checkout. Call `problemsOf` first. */
export function undoRule(root: string, { file, find, put }: Rule): void {
  const path = join(root, file);
  // A function: in a string a dollar sign would be a reference to the match.
  writeFileSync(
    path,
    textOf(path).replace(patternOf(find), () => put),
  );
}

/**
 * The code of a rule, however it is formatted: white space between tokens, the kind of quotes and a comma before a closing
 * bracket do not count.
 */
export function patternOf(code: string): RegExp {
  const tokens = code.match(/\w+|[^\w\s]/g) ?? [];
  const parts = tokens.map((token, at) => {
    const next = tokens[at + 1];
    if (token === ',' && (next === undefined || /[)\]}]/.test(next))) return '(?:,\\s*)?';
    const gap = next === undefined ? '' : /\w$/.test(token) && /^\w/.test(next) ? '\\s+' : '\\s*';
    const comma = /[^,([{]$/.test(token) && next !== undefined && /[)\]}]/.test(next) ? '(?:,\\s*)?' : '';
    return `${/['"]/.test(token) ? `['"]` : /\w/.test(token) ? token : `\\${token}`}${gap}${comma}`;
  });
  return new RegExp(parts.join(''), 'g');
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
