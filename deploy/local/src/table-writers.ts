import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parseSource, visitNodes } from './syntax.ts';

const BY_KYSELY = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const BY_SQL =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|update(?!\s+(?:set|skip|nowait|of)\b))(?:\s+(?:only\s+)?|(?="))(?:"?(\w+)"?|(\$\{))/gi;
const SQL_COMMENT = /\/\*[\s\S]*?\*\/|--.*/g;
const SCHEMA_BY_KYSELY = new Set(['alterTable', 'createTable', 'dropTable']);
const SCHEMA_BY_SQL = /\b(?:(?:alter|create|drop)\s+(?:unlogged\s+|temp(?:orary)?\s+)?table|truncate)\s+["\w$]/i;

interface Writes {
  /** The tables whose rows are written by kysely or SQL; undefined for each whose name is not written out. */
  readonly tables: (string | undefined)[];
  /** Whether a table is created, altered, dropped or emptied as a whole, as only migrations may. */
  readonly isSchema: boolean;
}

export function writesOf(source: string): Writes {
  const tables: (string | undefined)[] = [];
  let isSchema = false;
  visitNodes(parseSource('source.ts', source), (node) => {
    if (!ts.isIdentifier(node) && !ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return;
    const text = ts.isTemplateExpression(node) ? templateText(node) : node.text;
    if (BY_KYSELY.has(text)) tables.push(tableOfCall(node));
    if (SCHEMA_BY_KYSELY.has(text)) isSchema = true;
    if (ts.isIdentifier(node)) return;
    const sql = text.replaceAll(SQL_COMMENT, ' ');
    tables.push(...[...sql.matchAll(BY_SQL)].map(([, name]) => name));
    if (SCHEMA_BY_SQL.test(sql)) isSchema = true;
  });
  return { tables, isSchema };
}

/** The table of a call such as `trx.updateTable('posts as p')`; undefined if the method is used in another way. */
function tableOfCall(method: ts.Node): string | undefined {
  const access = method.parent;
  if (!ts.isPropertyAccessExpression(access) && !ts.isElementAccessExpression(access)) return undefined;
  const call = access.parent;
  if (!ts.isCallExpression(call) || call.expression !== access) return undefined;
  const [table] = call.arguments;
  return table && ts.isStringLiteralLike(table) ? /^\w+/.exec(table.text)?.[0] : undefined;
}

function templateText({ head, templateSpans }: ts.TemplateExpression): string {
  return head.text + templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
}

/** The files that write a table without permission, or one that is not listed, and the permissions that no file needs. */
export function unlistedWriters(
  root: string,
  service: string,
  writers: Readonly<Record<string, readonly string[]>> = {},
) {
  const folder = join(root, service, 'src');
  const problems: string[] = [];
  const writersFound = new Set<string>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()) {
    const { tables, isSchema } = writesOf(readFileSync(join(folder, file), 'utf8'));
    if (isSchema) problems.push(`${service}/src/${file} changes or empties a whole table: only a migration may`);
    for (const table of new Set(tables)) {
      if (table === undefined) {
        problems.push(`${service}/src/${file} writes a table that it does not name`);
        continue;
      }
      const allowed = writers[table];
      if (!allowed) {
        problems.push(`${service}/src/${file} writes ${table}, which deploy/local/rules/writers.ts does not list`);
        continue;
      }
      writersFound.add(`${table} ${file}`);
      if (!allowed.includes(file)) {
        problems.push(`${service}/src/${file} writes ${table}: only ${allowed.join(' and ')} may`);
      }
    }
  }
  for (const [table, allowed] of Object.entries(writers)) {
    for (const file of allowed.filter((name) => !writersFound.has(`${table} ${name}`))) {
      problems.push(`deploy/local/rules/writers.ts: ${service}/src/${file} does not write ${table}`);
    }
  }
  return problems;
}
