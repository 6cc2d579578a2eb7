import ts from 'typescript';
import { parseSource, placeOf, visitNodes } from './syntax.ts';

/** These load modules whose names they learn at run time. */
const LOADERS = new Set([
  'deploy/local/src/openapi/service-documents.ts',
  'deploy/local/src/service-settings.ts',
  'deploy/local/test/api-docs.test.ts',
  'deploy/local/test/production.test.ts',
  'deploy/reliability/bench/releases.ts',
  'libs/postgres/src/migration-files.ts',
  'libs/testing/src/jest/runtime.ts',
  'web/build/pages.ts',
]);

/** Only files with such a text are parsed, because parsing all takes seconds. */
const MAY_IMPORT_SO = /\bimport\s*(?:\(|\/[*/]|(?:type\s+)?\w+\s*=)/;

/** The imports of a file that the boundaries don't see, as `path:line: problem`. */
export function unseenImports(path: string, text: string): string[] {
  if (!MAY_IMPORT_SO.test(text)) return [];
  const problems: string[] = [];
  visitNodes(parseSource(path, text), (node) => {
    if (ts.isImportTypeNode(node) || (ts.isImportEqualsDeclaration(node) && !ts.isEntityName(node.moduleReference))) {
      problems.push(`${placeOf(node)}: write it as an import statement, which the boundaries see`);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [name] = node.arguments;
      if (name && !ts.isStringLiteral(name) && !LOADERS.has(path)) {
        problems.push(`${placeOf(node)}: import a name that is written out, which the boundaries see`);
      }
    }
  });
  return problems;
}
