import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOMS = ['libs', 'services', 'deploy'];
const SINGLE = ['gateway', 'web'];

/** Folders of the workspace's packages, relative to the root, in the order of their dependencies. */
export function packagesOf(root: string): string[] {
  const grouped = ROOMS.flatMap((room) => {
    const folder = join(root, room);
    return existsSync(folder)
      ? readdirSync(folder)
          .sort()
          .map((name) => `${room}/${name}`)
      : [];
  });
  return [...grouped, ...SINGLE].filter((path) => existsSync(join(root, path, 'package.json')));
}
