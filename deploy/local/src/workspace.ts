import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['libs', 'services', 'deploy'];
const SINGLE_PACKAGES = ['gateway', 'web'];

/** Folders of the workspace's packages, relative to the root, in the order of their dependencies. */
export function packagesOf(root: string): string[] {
  const grouped = FOLDERS.flatMap((parent) => {
    const folder = join(root, parent);
    return existsSync(folder)
      ? readdirSync(folder)
          .sort()
          .map((name) => `${parent}/${name}`)
      : [];
  });
  return [...grouped, ...SINGLE_PACKAGES].filter((path) => existsSync(join(root, path, 'package.json')));
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * The folder of a package and those of the workspace's packages that it depends on, directly or not. What only its tests
 * depend on (`devDependencies`) is not among them.
 */
export function withDependencies(root: string, folder: string): string[] {
  const manifestOf = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest;
  const folders = new Map(packagesOf(root).map((path) => [manifestOf(path).name, path]));
  const found = new Set([folder]);
  for (const path of found) {
    for (const name of Object.keys(manifestOf(path).dependencies ?? {})) {
      const dependency = folders.get(name);
      if (dependency) found.add(dependency);
    }
  }
  return [...found].sort();
}
