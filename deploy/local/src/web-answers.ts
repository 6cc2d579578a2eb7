import ts from 'typescript';
import { parseSource, placeOf, visitNodes } from './syntax.ts';

const CHECKED = /^web\/src\/(?!lib\/).*(?<!\.test)\.tsx?$/;
const CLIENT = /(?:^|\/)lib\/api-client(?:\.ts)?$/;
/** What sends a request; `request` and `upload` of lib/api-client.ts do it for all. */
const SENDERS = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'sendBeacon']);
/** Sends nothing that has an answer. */
const MAY_SEND = 'web/src/app/record-page-view.ts';
/** The browser's own types, which no answer has. */
const OF_THE_BROWSER = new Set(['CSSProperties', 'React.CSSProperties', 'Node', 'HTMLElement']);
/** These read what the browser stored, or narrow a value of their own. */
const MAY_CAST = new Set([
  'web/src/content/api-docs.ts',
  'web/src/content/platform-setups.ts',
  'web/src/features/chat-assistant/conversation.ts',
  'web/src/features/contact/topics.ts',
  'web/src/features/contact/use-contact-draft.ts',
  'web/src/features/social-connections/use-connect-return.ts',
  'web/src/features/video-wizard/use-draft.ts',
  'web/src/features/video-wizard/wizard.tsx',
]);

const TYPED_BY_HAND =
  'a cast hides a change of the contract: use the types of lib/contract.ts, or list the file in deploy/local/src/web-answers.ts';

/** The places of the web app that call the API past lib, or type an answer by hand, as `path:line: problem`. */
export function handWrittenAnswers(path: string, text: string): string[] {
  if (!CHECKED.test(path)) return [];
  const source = parseSource(path, text);
  const problems: string[] = [];
  visitNodes(source, (node) => {
    const problem = problemOf(node, path);
    if (problem) problems.push(`${placeOf(node)}: ${problem}`);
  });
  return problems;
}

function problemOf(node: ts.Node, path: string): string | undefined {
  if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && SENDERS.has(node.text) && path !== MAY_SEND) {
    return `${node.text}: call the API with request() or upload() of lib/api-client.ts`;
  }
  if (ts.isStringLiteralLike(node) && CLIENT.test(node.text) && !isImportOfNames(node.parent)) {
    return 'import request() and upload() by name, and only where they are called';
  }
  if ((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && !ts.isConstTypeReference(node.type)) {
    return MAY_CAST.has(path) || OF_THE_BROWSER.has(node.type.getText()) ? undefined : TYPED_BY_HAND;
  }
  return ts.isTypePredicateNode(node) && node.type && !MAY_CAST.has(path) ? TYPED_BY_HAND : undefined;
}

function isImportOfNames(node: ts.Node): boolean {
  const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined;
  return bindings !== undefined && ts.isNamedImports(bindings);
}
