import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { IMAGE_NAMES, imageOf } from '@reelwright/images/images';
import { foldersFrom } from '@reelwright/local/folders';
import { parse } from 'yaml';
import { type Chart, imagesOf } from '../src/chart-images.ts';
import { clusterSettings } from '../src/cluster-settings.ts';
import { dataValuesSchema } from '../src/data-values-schema.ts';
import { developmentInstallation, kubeFolder, SKAFFOLD_RUN } from '../src/development.ts';
import type { Schema } from '../src/json-schema.ts';
import { skaffoldFile } from '../src/skaffold-file.ts';
import { valuesSchema } from '../src/values-schema.ts';
import { podsOf, render, root } from './render.ts';

interface Artifact {
  readonly image: string;
  readonly custom: {
    readonly buildCommand: string;
    readonly dependencies: { readonly paths: readonly string[]; readonly ignore: readonly string[] };
  };
}

interface Release {
  readonly name: Chart;
  readonly chartPath: string;
  readonly valuesFiles: readonly string[];
  readonly setValueTemplates: Readonly<Record<string, string>>;
}

interface Config {
  readonly build: { readonly artifacts: readonly Artifact[] };
  readonly deploy: { readonly helm: { readonly releases: readonly Release[] } };
  readonly profiles: readonly {
    readonly name: string;
    readonly patches: readonly { readonly op: string; readonly path: string; readonly value: unknown }[];
  }[];
}

const REGISTRY = '127.0.0.1:5000';
const digests = Object.fromEntries(
  IMAGE_NAMES.map((name, index) => [name, `sha256:${String(index).padStart(64, '0')}`]),
);
const text = readFileSync(join(root, 'skaffold.yaml'), 'utf8');
const { build, deploy, profiles } = parse(text) as Config;
const ofData = profiles.find(({ name }) => name === 'data')?.patches ?? [];
const valueAt = (path: string) => ofData.filter((patch) => patch.path === path).map(({ value }) => value);
const artifacts = [...build.artifacts, ...(valueAt('/build/artifacts/-') as Artifact[])];
const releases = [...(valueAt('/deploy/helm/releases/0') as Release[]), ...deploy.helm.releases];

it('is what the code says', () => {
  expect(text).toBe(skaffoldFile(root));
});

it('has each image once: those of the product always, the servers with the profile data', () => {
  expect(artifacts.map(({ image }) => image).sort()).toEqual([...IMAGE_NAMES].sort());
  expect(build.artifacts.map(({ image }) => image)).toEqual(imagesOf('reelwright'));
});

it('has no patch that is not tested here', () => {
  const patches = profiles.flatMap(({ name, patches: of }) => of.map(({ op, path }) => `${name} ${op} ${path}`));
  expect([...new Set(patches)]).toEqual([
    'data add /build/artifacts/-',
    'data add /deploy/helm/releases/0',
    'without-migrations add /deploy/helm/flags',
  ]);
});

describe.each(artifacts)('the artifact $image', ({ image, custom }) => {
  const name = IMAGE_NAMES.find((one) => one === image) ?? 'auth';

  it('is built by a script that exists, under its own name', () => {
    const [script = '', argument] = custom.buildCommand.split(' ').slice(-2);
    expect(existsSync(join(root, script))).toBe(true);
    expect(argument).toBe(image);
  });

  it('is watched in its package, the recipe and the lockfile, at paths that exist', () => {
    const { paths } = custom.dependencies;
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const isWatched = (file: string) => paths.some((path) => file === path || file.startsWith(`${path}/`));
    const { folder, programs } = imageOf(name);
    for (const file of [`${folder}/package.json`, ...Object.values(programs), 'deploy/images/src/tree/tar.ts']) {
      expect([file, isWatched(file)]).toEqual([file, true]);
    }
    expect(paths).toContain('pnpm-lock.yaml');
  });
});

describe.each(releases)('the release $name', ({ name, chartPath, valuesFiles, setValueTemplates }) => {
  const scratch = mkdtempSync(join(tmpdir(), 'skaffold-'));
  let values: object;
  let schema: Schema;
  beforeAll(async () => {
    const folders = { ...foldersFrom(process.env), run: scratch, data: join(scratch, 'data') };
    const installation = await developmentInstallation(folders, clusterSettings({ REGISTRY }, digests));
    values = name === 'data' ? installation.data : installation.product;
    schema = name === 'data' ? dataValuesSchema() : await valuesSchema(root);
  });
  afterAll(() => rmSync(scratch, { recursive: true }));

  it('is a chart, with the values that make kube-up writes', () => {
    expect(existsSync(join(root, chartPath, 'Chart.yaml'))).toBe(true);
    expect(valuesFiles).toEqual([join(relative(root, kubeFolder(foldersFrom({}))), `${name}.values.json`)]);
  });

  it('sets the digest of each of its images, from an artifact', () => {
    const names = Object.values(setValueTemplates).map((template) => /^{{\.IMAGE_DIGEST_(\w+)}}$/.exec(template)?.[1]);
    expect(names).toEqual(imagesOf(name).map((image) => image.replaceAll('-', '_')));
  });

  it('sets values that the schema has, and that make kube-up sets to the same image', () => {
    const set = Object.keys(setValueTemplates);
    expect(set.filter((path) => !hasValue(schema, path))).toEqual([]);
    expect(set.map((path) => valueIn(values, path))).toEqual(imagesOf(name).map((image) => digests[image]));
  });

  it('has pods that use all of these images', async () => {
    const { manifests, refusal } = await render(name, values);
    expect(refusal).toBe('');
    const used = podsOf(manifests).map(({ template }) => template.spec.containers[0].image as string);
    // Skaffold shows the logs of pods whose image is called as it calls it.
    const tag = name === 'data' ? '' : ':latest';
    const expected = imagesOf(name).map((image) => `${REGISTRY}/reelwright/${image}${tag}@${digests[image]}`);
    expect([...new Set(used)].sort()).toEqual(expected.sort());
    if (name === 'data') return;
    // Another label would start all pods again.
    for (const { template } of podsOf(manifests)) expect(template.metadata.labels).toMatchObject(SKAFFOLD_RUN);
  }, 1_200_000);
});

function valueIn(values: unknown, path: string): unknown {
  return path.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}

/** Whether a schema has a property at a path. */
function hasValue(schema: Schema, path: string): boolean {
  let part: Schema | undefined = schema;
  for (const key of path.split('.')) {
    const { properties, propertyNames, additionalProperties } = part as {
      properties?: Record<string, Schema>;
      propertyNames?: { enum: readonly string[] };
      additionalProperties?: Schema;
    };
    part = properties?.[key] ?? (propertyNames?.enum.includes(key) ? additionalProperties : undefined);
    if (!part) return false;
  }
  return true;
}
