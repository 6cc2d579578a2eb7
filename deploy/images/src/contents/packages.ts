import { readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tree } from '../tree/tree.ts';

export interface Package {
  readonly name: string;
  readonly version: string;
}

interface Manifest extends Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const FONTS = '@fontsource/';
/** Of a font package, the weights that the renderer draws with (libs/renderer/src/stage/fonts.ts). */
const FONT_FILES = /^\/(package\.json|LICENSE|files\/(.*-(600|700|800)|anton-.*)-normal\.woff2)$/;
/** Not needed to run a package. */
const SKIPPED = /\.(ts|mts|cts|map|md|markdown|flow)$|^\/(docs|test|tests|example|examples|\.github)\//;

/** Copies packages and everything they depend on to /app/node_modules. @returns what was copied */
export function addPackages(tree: Tree, names: Iterable<string>, from: string): Package[] {
  const added = new Map<string, Manifest & { readonly folder: string }>();

  function add(name: string, dependentFile: string, isOptional: boolean): void {
    // Types are for compilers.
    if (name.startsWith('@types/')) return;
    const file = packageFileOf(name, dependentFile);
    if (!file) {
      // Such as the native part for another processor.
      if (isOptional) return;
      throw new Error(`${name}, which ${dependentFile} needs, is not installed`);
    }
    const manifest = readManifest(file);
    const folder = dirname(file);
    const known = added.get(name);
    if (known?.folder === folder) return;
    if (known) throw new Error(`an image would need two versions of ${name}: ${known.version} and ${manifest.version}`);
    added.set(name, { ...manifest, folder });
    const isFont = name.startsWith(FONTS);
    const keep = (path: string) =>
      !/\/node_modules\//.test(path) && (isFont ? FONT_FILES.test(path) : !SKIPPED.test(path));
    tree.addFolderOf(`/app/node_modules/${name}`, folder, keep);
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency, file, false);
    for (const dependency of Object.keys(manifest.optionalDependencies ?? {})) add(dependency, file, true);
  }

  for (const name of names) add(name, from, false);
  return [...added.values()].map(({ name, version }) => ({ name, version }));
}

/** The packages that bundled files come from. */
export function packagesOf(sources: Iterable<string>): Package[] {
  const files = new Set<string>();
  for (const source of sources) {
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0];
    if (folder) files.add(join(folder, 'package.json'));
  }
  return [...files].map((file) => {
    const { name, version } = readManifest(file);
    return { name, version };
  });
}

export function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** With the real path, from which a package finds its own dependencies. */
export function packageFileOf(name: string, dependentFile: string): string | undefined {
  try {
    const file = findPackageJSON(name, pathToFileURL(dependentFile));
    return file && realpathSync(file);
  } catch {
    return undefined;
  }
}
