import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const IGNORED = new Set(['node_modules', 'dist', 'coverage', '.reelwright']);

/** One hash over names and contents of files and folders; a missing path changes the hash, too. */
export function contentHash(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of filesBelow(join(root, path)))
      hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !IGNORED.has(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
