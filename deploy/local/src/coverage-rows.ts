import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const JOURNEYS = 'web/e2e';

/** A row of web/e2e/coverage.md. */
export interface CoverageRow {
  readonly screen: string;
  /** A text, state or rule of the specification. */
  readonly says: string;
  /** The journey's file, in web/e2e. */
  readonly file: string;
  /** Of a step or a test, as its name is written there. */
  readonly step: string;
}

export function coverageRows(root: string): CoverageRow[] {
  return readFileSync(join(root, JOURNEYS, 'coverage.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| .*\.spec\.ts/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, screen = '', says = '', file = '', step = '']) => ({
      screen,
      says,
      file: file.replaceAll('`', ''),
      step,
    }));
}

export function nameOf({ screen, says }: CoverageRow): string {
  return `${screen}: ${says}`;
}

/** The texts in backticks, which the journey checks word for word. */
export function textsOf({ says }: CoverageRow): string[] {
  return [...says.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}
