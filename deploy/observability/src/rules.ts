import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string };
}

export interface Recording {
  readonly record: string;
  readonly expr: string;
}

/** The repository's root. */
export const root = join(import.meta.dirname, '../../..');
export const rulesFolder = join(root, 'charts/reelwright/files/rules');

const rulesOf = <Rule>(file: string): Rule[] =>
  (parse(readFileSync(join(rulesFolder, file), 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );

export const readAlerts = (): Alert[] => rulesOf('alerts.yaml');
export const readRecordings = (): Recording[] => rulesOf('recording.yaml');
