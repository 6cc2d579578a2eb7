import { chmodSync, copyFileSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../tree/tree.ts';

/**
 * Writes the trees of an image as a folder, for a Dockerfile and for tests.
 * @param copies where files of the host were copied to before: later folders get links to these copies
 */
export function writeRootfs(folder: string, trees: readonly Tree[], copies: Map<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, entry] of trees.flatMap((tree) => tree.entries())) {
    const target = join(folder, path);
    if (entry.kind === 'folder') {
      mkdirSync(target, { recursive: true });
      chmodSync(target, entry.mode);
    } else if (entry.kind === 'link') {
      symlinkSync(entry.to, target);
    } else if ('bytes' in entry) {
      writeFileSync(target, entry.bytes);
      chmodSync(target, entry.mode);
    } else {
      const copy = copies.get(entry.from);
      if (copy) linkSync(copy, target);
      else {
        copyFileSync(entry.from, target);
        chmodSync(target, entry.mode);
        copies.set(entry.from, target);
      }
    }
  }
}
