import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readAlerts, root, rulesFolder } from '../src/rules.ts';
import { promtool } from './promtool.ts';

const SLOW_MS = 180_000;
const folder = join(import.meta.dirname, 'rules');
const files = readdirSync(folder).filter((name) => name.endsWith('.test.yaml'));
const alerts = readAlerts();
const named = alerts.map((alert) => ({ ...alert, title: `${alert.alert} (${alert.labels.severity})` }));

interface RuleTest {
  readonly alert_rule_test?: {
    readonly alertname: string;
    readonly exp_alerts: { exp_labels: { severity: string } }[];
  }[];
}

it('has rules that promtool accepts', async () => {
  expect(await promtool('check', 'rules', ...globSync(join(rulesFolder, '*.yaml')))).toBe('');
});

it.each(files)(
  'passes the rule tests of %s',
  async (file) => {
    expect(await promtool('test', 'rules', join(folder, file))).toBe('');
  },
  SLOW_MS,
);

it.each(named)('has a test in which $title fires, and one in which $alert does not', ({ alert, labels }) => {
  const tests = files
    .flatMap((file) => (parse(readFileSync(join(folder, file), 'utf8')) as { tests: RuleTest[] }).tests)
    .flatMap((test) => test.alert_rule_test ?? [])
    .filter(({ alertname }) => alertname === alert);
  const firing = tests.filter((test) =>
    test.exp_alerts.some(({ exp_labels: { severity } }) => severity === labels.severity),
  );
  expect(firing).not.toEqual([]);
  expect(tests.filter((test) => test.exp_alerts.length === 0)).not.toEqual([]);
});

it.each(named)(
  '$title has a severity, a summary, a description of one sentence and a runbook',
  ({ alert, labels, annotations }) => {
    expect(labels.severity).toMatch(/^(page|ticket)$/);
    expect(annotations.summary).toMatch(/^[A-Z][^.{]*$/);
    expect(annotations.description).toMatch(/\{\{ \$labels\.\w+ \}\}/);
    expect(annotations.description.replaceAll(/\{\{.*?\}\}/g, '')).toMatch(/^[^.]*\.$/);
    expect(annotations.runbook_url).toBe(`https://runbooks.reelwright.example/${alert}`);
  },
);

it('TargetMissing expects a target of each service and of the gateway', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'TargetMissing') ?? {};
  const expected = [...expr.matchAll(/service="([a-z-]+)"/g)].map(([, service]) => service);
  const services = globSync('services/*/src/main.ts', { cwd: root }).map((path) => path.split('/')[1]);
  expect(expected.toSorted()).toEqual([...services, 'gateway'].toSorted());
});
