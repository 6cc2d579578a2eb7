import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type CoverageRow, JOURNEYS } from './coverage-rows.ts';
import { patternOfName } from './named-tests.ts';
import { parseSource, visitNodes } from './syntax.ts';

/** A pattern of the test of Jest that a row names, or that contains its step. @throws when there is none */
export function testOf(root: string, { file, step }: CoverageRow): string {
  const path = join(root, JOURNEYS, file);
  const text = readFileSync(path, 'utf8');
  const at = text.indexOf(step);
  let title: ts.Expression | undefined;
  visitNodes(parseSource(path, text), (node) => {
    const isAround = node.pos <= at && at < node.end;
    if (at >= 0 && isAround && ts.isCallExpression(node) && isTest(node.expression)) title = node.arguments[0];
  });
  if (!title) throw new Error(`${file} has no test with '${step}'`);
  return patternOfName(title.getText().slice(1, -1));
}

/** Whether a call is that of `it('…')` or `it.each(…)('…')`. */
function isTest(called: ts.Expression): boolean {
  return called.getText() === 'it' || (ts.isCallExpression(called) && called.expression.getText() === 'it.each');
}
