import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@reelwright/metrics';

/** Where services and libs register metrics, and in which words. */
const SOURCES = ['services/*/src/**/*.ts', 'libs/*/src/**/*.ts'];
const REGISTERED = /\.(counter|gauge|histogram)(?:<[^>]*>)?\(\s*'([a-z_]+)'/g;
const MEASURED = /\b([a-z_]+): \{\s*type: '(counter|gauge|histogram)'/g;
const STREAMS = /observeStreams\(\s*[\w.]+,\s*'([a-z_]+)'/g;

/** The names of all series that the services report: those in their source, and those of Node's process. */
export async function producedMetrics(root: string): Promise<ReadonlySet<string>> {
  const names = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).flatMap((path) =>
    registeredIn(readFileSync(join(root, path), 'utf8')),
  );
  const { registry } = createMetrics({ service: 'none' });
  const ofProcess = (await registry.getMetricsAsJSON()).flatMap(({ name, type }) => seriesOf(name, String(type)));
  return new Set([...names, ...ofProcess]);
}

/** The series that the text of a module registers. */
export function registeredIn(text: string): string[] {
  return [
    ...[...text.matchAll(REGISTERED)].flatMap(([, type = '', name = '']) => seriesOf(name, type)),
    ...[...text.matchAll(MEASURED)].flatMap(([, name = '', type = '']) => seriesOf(name, type)),
    ...[...text.matchAll(STREAMS)].flatMap(([, name = '']) => [
      `${name}_streams`,
      ...seriesOf(`${name}_stream_seconds`, 'histogram'),
      `${name}_stream_bytes_total`,
    ]),
  ];
}

function seriesOf(name: string, type: string): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}
