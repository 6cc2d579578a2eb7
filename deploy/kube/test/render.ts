import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldersFrom } from '@reelwright/local/folders';
import { runCommand } from '@reelwright/local/toolchain/command';
import { parseAllDocuments } from 'yaml';
import { ensureHelm } from '../src/tools.ts';

export const root = join(import.meta.dirname, '../../..');

/** A Kubernetes object, as far as these tests look into it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own
  readonly spec?: any;
  readonly data?: Record<string, string>;
}

/** The files of charts/reelwright/ci with other values than a development's. */
export const EXAMPLES = ['minimal', 'production', 'operators'];

let helm: Promise<string> | undefined;

/** What `helm template` prints for a chart and values. @returns its objects, or what it says against the values */
export async function render(
  chart: 'reelwright' | 'data',
  values: object | string,
  namespace = 'reelwright',
  release: string = chart,
  options: readonly string[] = [],
): Promise<{ manifests: Manifest[]; refusal: string }> {
  helm ??= ensureHelm(foldersFrom(process.env), process.env, () => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'reelwright-chart-'));
  try {
    const file = typeof values === 'string' ? values : join(folder, 'values.json');
    if (typeof values !== 'string') writeFileSync(file, JSON.stringify(values));
    const path = join(root, 'charts', chart);
    const { code, output } = await runCommand(await helm, [
      ...['template', release, path],
      ...['--values', file, '--namespace', namespace],
      ...options,
    ]);
    if (code !== 0) return { manifests: [], refusal: output };
    const documents = parseAllDocuments(output).map((document) => {
      if (document.errors.length > 0) throw new Error(`${document.errors[0]?.message}`);
      return document.toJS() as Manifest | null;
    });
    return { manifests: documents.filter((manifest) => manifest !== null), refusal: '' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const example = (name: string, chart: 'reelwright' | 'data' = 'reelwright'): string =>
  join(root, 'charts', chart, 'ci', `${name}.yaml`);

/** The pod templates of all workloads, by kind and name. */
export function podsOf(manifests: readonly Manifest[]) {
  return manifests
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job', 'CronJob'].includes(kind))
    .map(({ kind, metadata, spec }) => ({
      name: `${kind} ${metadata.name}`,
      template: kind === 'CronJob' ? spec.jobTemplate.spec.template : spec.template,
    }));
}

export type Container = {
  name: string;
  env?: { name: string; value?: string; valueFrom?: object }[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts?: { name: string; mountPath: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: as Kubernetes has it
  [field: string]: any;
};

export const named = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

export const containerOf = (manifest: Manifest | undefined): Container =>
  (manifest?.spec.jobTemplate ?? manifest)?.spec.template.spec.containers[0];

/** Rules of `egress` of a part. */
export const egressOf = (
  manifests: readonly Manifest[],
  name: string,
): { to: object[]; ports?: { port: number }[] }[] => named(manifests, 'NetworkPolicy', name)?.spec.egress;

export const matches = (labels: Record<string, string> = {}, selector: Record<string, string> = {}) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
