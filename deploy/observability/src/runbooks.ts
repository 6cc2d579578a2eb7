import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './rules.ts';

interface Runbook {
  /** The name of its alert. */
  readonly alert: string;
  readonly text: string;
}

const folder = join(root, 'deploy/runbooks');

export const runbookIndex = (): string => readFileSync(join(folder, 'README.md'), 'utf8');

export const readRunbooks = (): Runbook[] =>
  readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .map((name) => ({ alert: name.replace('.md', ''), text: readFileSync(join(folder, name), 'utf8') }));

/** The PromQL expressions of a runbook: one for each line of its `promql` blocks, with auth as `<service>`. */
export function expressionsOf({ text }: Runbook): string[] {
  return [...text.matchAll(/```promql\n([^`]*)```/g)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replaceAll('<service>', 'auth')),
  );
}

export interface SqlStatement {
  /** The service whose database the statement runs in; auth if the runbook is about all of them. */
  readonly service: string;
  readonly text: string;
}

/** The statements of a runbook's `sql` blocks. The line before a block names the service ('… database of drive:'), or it is auth. */
export function statementsOf({ text }: Runbook): SqlStatement[] {
  return [...text.matchAll(/```sql\n([^`]*)```/g)].flatMap(({ 1: block = '', index }) => {
    const before = text.slice(0, index).trimEnd().split('\n').at(-1) ?? '';
    const [, named = 'auth'] = /database of ([a-z-]+):/.exec(before) ?? [];
    return block
      .split(';')
      .map((statement) => statement.trim())
      .filter(Boolean)
      .map((statement) => ({ service: named, text: statement }));
  });
}
