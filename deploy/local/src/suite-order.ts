import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The suites that take longest, from long to short: one that starts late would run alone at the end, on one core of two. */
export const LONGEST: readonly string[] = [
  'services/generation',
  'services/publishing',
  'web',
  'services/auth',
  'deploy/images',
  'services/billing',
  'services/external-api',
  'deploy/sandbox',
  'deploy/observability',
  'services/scheduling',
  'services/drive',
  'deploy/kube',
];

/** The longest suites first, then those with most test files. */
export function longestFirst(root: string, suites: readonly string[]): readonly string[] {
  const files = new Map(suites.map((path) => [path, testFilesIn(join(root, path))]));
  const others = suites.filter((path) => !LONGEST.includes(path));
  return [
    ...LONGEST.filter((path) => suites.includes(path)),
    ...others.toSorted((a, b) => (files.get(b) ?? 0) - (files.get(a) ?? 0)),
  ];
}

function testFilesIn(folder: string): number {
  return globSync('**/*.test.{ts,tsx}', { cwd: folder, exclude: (name) => name === 'node_modules' }).length;
}
