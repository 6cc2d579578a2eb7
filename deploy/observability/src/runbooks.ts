import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './rules.ts';

export interface Runbook {
  /** The name of its alert. */
  readonly alert: string;
  readonly text: string;
}

/** What a block of a runbook has its reader run. */
export type Command =
  | { readonly language: 'promql'; readonly text: string }
  | { readonly language: 'sh'; readonly text: string }
  | SqlStatement;

export interface SqlStatement {
  readonly language: 'sql';
  readonly text: string;
  /** The service whose database it runs in; undefined if that is the service of the alert. */
  readonly service: string | undefined;
  readonly asAdministrator: boolean;
}

const folder = join(root, 'deploy/runbooks');

export const runbookIndex = (): string => readFileSync(join(folder, 'README.md'), 'utf8');

export const readRunbooks = (): Runbook[] =>
  readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .map((name) => ({ alert: name.replace('.md', ''), text: readFileSync(join(folder, name), 'utf8') }));

/** What follows a runbook's heading, up to the next one. */
export function partOf({ alert, text }: Runbook, heading: string): string {
  const part = text.split(/^## /m).find((candidate) => candidate.startsWith(`${heading}\n`));
  if (part === undefined) throw new Error(`The runbook of ${alert} has no part '${heading}'.`);
  return part.slice(heading.length);
}

/**
 * The commands of a text, in order: each line of its `promql` blocks, each statement of its `sql` blocks, each `sh` block
 * as a whole. The paragraph before an `sql` block says where it runs: '…, as an administrator in the database of drive:'.
 */
export function commandsOf(text: string): Command[] {
  return [...text.matchAll(/```(promql|sql|sh)\n([^`]*)```/g)].flatMap(
    ({ 1: language, 2: block = '', index }): Command[] => {
      if (language === 'promql') return nonEmpty(block.split('\n')).map((line) => ({ language, text: line }));
      if (language !== 'sql') return [{ language: 'sh', text: block }];
      const before = text.slice(0, index).trimEnd().split('\n\n').at(-1) ?? '';
      const [, service] = /database\s+of\s+([a-z-]+):/.exec(before) ?? [];
      const asAdministrator = /as\s+an\s+administrator/.test(before);
      return nonEmpty(block.split(';')).map((statement) => ({ language, text: statement, service, asAdministrator }));
    },
  );
}

const nonEmpty = (texts: readonly string[]) => texts.map((text) => text.trim()).filter(Boolean);

/** The PromQL expressions of a runbook, with auth as `<service>`. */
export function expressionsOf({ text }: Runbook): string[] {
  return commandsOf(text)
    .filter(({ language }) => language === 'promql')
    .map((command) => command.text.replaceAll('<service>', 'auth'));
}

/** The SQL statements of a runbook. */
export function statementsOf({ text }: Runbook): SqlStatement[] {
  return commandsOf(text).filter((command) => command.language === 'sql');
}
