import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../tree/tree.ts';
import { diffIdOf, type Layer, LEVEL, writeLayer } from './layer.ts';

/** The archives of layers, each once. */
export interface Layers {
  /** SHA-256 of the archive of a tree. */
  diffIdOf(tree: Tree): string;
  /** The compressed archive of a tree; one that an earlier build wrote is used again. */
  layerOf(tree: Tree): Promise<Layer>;
  /** Removes the archives that no image has any more. */
  removeUnused(): void;
}

/** @param folder of the archives; the images have links to them */
export function createLayers(folder: string): Layers {
  const diffIds = new Map<Tree, string>();

  function known(tree: Tree): string {
    const diffId = diffIds.get(tree) ?? diffIdOf(tree);
    diffIds.set(tree, diffId);
    return diffId;
  }
  return {
    diffIdOf: known,
    async layerOf(tree) {
      const diffId = known(tree);
      // Another release of zlib may compress the same archive to other bytes.
      const record = join(folder, `${hexOf(diffId)}.zlib-${process.versions.zlib}-${LEVEL}.json`);
      if (existsSync(record)) {
        const { digest, size } = JSON.parse(readFileSync(record, 'utf8')) as Pick<Layer, 'digest' | 'size'>;
        const file = join(folder, hexOf(digest));
        if (statSync(file, { throwIfNoEntry: false })?.size === size) return { digest, diffId, size, file };
      }
      const layer = await writeLayer(tree, folder);
      writeFileSync(record, JSON.stringify({ digest: layer.digest, size: layer.size }));
      return layer;
    },
    removeUnused() {
      if (!existsSync(folder)) return;
      const files = readdirSync(folder).map((name) => join(folder, name));
      for (const file of files) if (!file.endsWith('.json') && statSync(file).nlink === 1) rmSync(file);
      for (const record of files.filter((file) => file.endsWith('.json'))) {
        const { digest } = JSON.parse(readFileSync(record, 'utf8')) as Pick<Layer, 'digest'>;
        if (!existsSync(join(folder, hexOf(digest)))) rmSync(record);
      }
    },
  };
}

const hexOf = (digest: string): string => digest.replace('sha256:', '');
