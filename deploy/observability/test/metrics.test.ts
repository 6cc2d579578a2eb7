import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboards } from '../src/dashboards/index.ts';
import { foreignMetrics } from '../src/foreign-metrics.ts';
import { metricNames } from '../src/metric-names.ts';
import { panelsOf } from '../src/panel-queries.ts';
import { producedMetrics, registeredIn } from '../src/produced-metrics.ts';
import { readAlerts, readRecordings, root } from '../src/rules.ts';
import { expressionsOf, readRunbooks } from '../src/runbooks.ts';

const recordings = readRecordings();
const expressions = [
  ...[...readAlerts(), ...recordings].map(({ expr }) => expr),
  ...readRunbooks().flatMap(expressionsOf),
  ...Object.values(dashboards)
    .flatMap(panelsOf)
    .flatMap((panel) => panel.expressions),
];
const read = [...new Set(expressions.flatMap(metricNames))];
const foreign = foreignMetrics.flatMap(({ names }) => names);

it('reads only metrics that services, rules or a listed program report', async () => {
  const known = new Set([...(await producedMetrics(root)), ...recordings.map(({ record }) => record), ...foreign]);
  expect(read.filter((name) => !known.has(name))).toEqual([]);
});

it('lists no foreign metric twice, and none that a service reports', async () => {
  const produced = await producedMetrics(root);
  expect(foreign.filter((name, index) => foreign.indexOf(name) !== index || produced.has(name))).toEqual([]);
});

it('lists no foreign metric that is not read', () => {
  expect(foreign.filter((name) => !read.includes(name))).toEqual([]);
});

it('takes what publishing and generation call on time', () => {
  const [posts = '', jobs = ''] = [
    'services/publishing/src/posts/post-end.ts',
    'services/generation/src/jobs/job.metrics.ts',
  ].map((path) => readFileSync(join(root, path), 'utf8'));
  const [, onTime] = /ON_TIME_SECONDS = (\d+)/.exec(posts) ?? [];
  const [, outcomes = ''] = /promisedOutcomes = \[(.*?)\]/.exec(posts) ?? [];
  const [, bounds = ''] = /SECONDS = \[(.*?)\]/.exec(jobs) ?? [];
  const rules = recordings.map(({ expr }) => expr).join('\n');
  expect(rules).toContain(`publishing_post_lateness_seconds_bucket{le="${onTime}"}`);
  expect(rules).toContain(`outcome=~"${outcomes.replaceAll(/[' ]/g, '').replaceAll(',', '|')}"`);
  const [, inTime] = /generation_video_duration_seconds_bucket\{outcome="done",le="(\d+)"/.exec(rules) ?? [];
  expect(bounds.replaceAll('_', '').split(', ')).toContain(inTime);
});

it('finds the metrics of an expression', () => {
  const expression = 'sum by (pod) (rate(a_total{b="c"}[5m])) / on (pod) (d:e:f > 0) or absent(g) unless h offset 10m';
  expect(metricNames(expression)).toEqual(['a_total', 'd:e:f', 'g', 'h']);
});

it('finds the metrics of a module', () => {
  expect(registeredIn("metrics.counter('a_total', help)")).toEqual(['a_total']);
  expect(registeredIn("const d = { b_seconds: { type: 'histogram', help } }")).toEqual([
    'b_seconds_bucket',
    'b_seconds_sum',
    'b_seconds_count',
  ]);
  expect(registeredIn("observeStreams(service.metrics, 'c', 'Files')")).toContain('c_stream_bytes_total');
});
