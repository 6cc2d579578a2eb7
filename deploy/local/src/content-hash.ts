import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const IGNORED = new Set(['node_modules', 'dist', 'coverage', '.reelwright']);

/**
 * One hash over names and contents of files and folders; a missing path changes the hash, too.
 * @param isIgnored whether an entry of a folder is left out, by its name
 */
export function contentHash(
  root: string,
  paths: readonly string[],
  isIgnored: (name: string) => boolean = (name) => IGNORED.has(name),
): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(join(root, path), isIgnored))) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(path: string, isIgnored: (name: string) => boolean): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !isIgnored(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name), isIgnored));
}
