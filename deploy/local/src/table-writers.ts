import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BY_KYSELY = /\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'(\w+)|"(\w+)|`(\w+))?/g;
const BY_SQL =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|update(?!\s+(?:set|skip|nowait|of)\b))\s+(?:only\s+)?(?:"?(\w+)"?|(\$\{))/gi;

/** The tables that a source writes by kysely or SQL; undefined for each whose name is computed at run time. */
export function tablesWritten(source: string): (string | undefined)[] {
  return [...source.matchAll(BY_KYSELY), ...source.matchAll(BY_SQL)].map(([, ...names]) =>
    names.find((name) => name !== undefined && name !== '${'),
  );
}

/** The files that write a table without permission, or one that is not listed, and the permissions that no file needs. */
export function unlistedWriters(root: string, service: string, writers: Readonly<Record<string, readonly string[]>>) {
  const folder = join(root, service, 'src');
  const problems: string[] = [];
  const writersFound = new Set<string>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()) {
    for (const table of new Set(tablesWritten(readFileSync(join(folder, file), 'utf8')))) {
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
