import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A table of a service that one file alone may write, besides the lease columns that libs/leases keeps. */
interface WrittenTable {
  readonly table: string;
  readonly by: string;
}

const TABLES: readonly WrittenTable[] = [
  { table: 'post_targets', by: 'services/publishing/src/posts/post.repository.ts' },
  { table: 'post_attempts', by: 'services/publishing/src/posts/attempt.repository.ts' },
];

/** Every place where another file of the service inserts, updates or deletes, through kysely or in SQL. */
export function otherWriters(root: string, tables = TABLES): string[] {
  return tables.flatMap(({ table, by }) => {
    const source = join(root, by.slice(0, by.indexOf('/src/') + '/src'.length));
    const writes = new RegExp(
      `\\b(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"\`]${table}\\b` +
        `|\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into)\\s+(?:only\\s+)?"?${table}\\b`,
      'gi',
    );
    return filesIn(source)
      .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') }))
      .filter(({ file }) => file !== by)
      .flatMap(({ file, text }) =>
        [...text.matchAll(writes)].map(({ index }) => {
          const line = text.slice(0, index).split('\n').length;
          return `${file}:${line} writes ${table}: only ${by} may.`;
        }),
      );
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}
