import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readAlerts, root } from '../src/rules.ts';
import { expressionsOf, readRunbooks, runbookIndex } from '../src/runbooks.ts';
import { problemsOf } from './expressions.ts';

const runbooks = readRunbooks();
const alerts = [...new Set(readAlerts().map(({ alert }) => alert))].toSorted();
const PARTS = ['What people notice', 'Confirm', 'Causes', 'Over when', 'Never'];

it('has a runbook for each alert, and no other', () => {
  expect(runbooks.map(({ alert }) => alert).toSorted()).toEqual(alerts);
});

it.each(alerts)('lists %s in the index, with its severities', (alert) => {
  const [, severities] =
    new RegExp(`\\[${alert}\\]\\(${alert}\\.md\\) +\\| ([a-z, ]+?) +\\|`).exec(runbookIndex()) ?? [];
  const own = readAlerts().filter((rule) => rule.alert === alert);
  expect(severities?.split(', ').toSorted()).toEqual([...new Set(own.map(({ labels }) => labels.severity))].toSorted());
});

it.each(runbooks)('$alert has all parts', ({ alert, text }) => {
  expect(text.split('\n')[0]).toBe(`# ${alert}`);
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(PARTS);
});

it.each(runbooks)('$alert links to files that are there', ({ text }) => {
  const linked = [...text.matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(([, path = '']) => path);
  expect(linked.filter((path) => !existsSync(join(root, 'deploy/runbooks', path)))).toEqual([]);
});

it('has queries that Prometheus reads', async () => {
  expect(await problemsOf(runbooks.flatMap(expressionsOf))).toBe('');
});
