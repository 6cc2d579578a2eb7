import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from '../rules/rule.ts';

/** The reasons why a rule cannot be undone and tested: its code or its test has moved. Empty if there are none. */
export function problemsOf(root: string, rule: Rule): string[] {
  const problems: string[] = [];
  const matches = [...textOf(join(root, rule.file)).matchAll(patternOf(rule.find))].length;
  if (matches !== 1) problems.push(`the code it undoes was found ${matches} times in ${rule.file}`);
  if (!textOf(join(root, rule.test)).includes(rule.named)) problems.push(`no test has this name in ${rule.test}`);
  if (rule.find === rule.put) problems.push('it changes nothing');
  return problems.map((problem) => `${rule.id} ${rule.says}: ${problem}`);
}

/** Undoes a rule in a checkout. Call `problemsOf` first. */
export function undoRule(root: string, { file, find, put }: Rule): void {
  const path = join(root, file);
  // A function, because a dollar sign in a string would refer to the match.
  writeFileSync(
    path,
    textOf(path).replace(patternOf(find), () => put),
  );
}

/**
 * Matches a rule's code in any formatting: white space between tokens, the kind of quotes and a comma before a closing
 * bracket do not matter.
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
