import { existsSync, readdirSync } from 'node:fs';
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
