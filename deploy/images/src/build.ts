import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '@reelwright/local/folders';
import { createAssembler } from './assemble.ts';
import { type ImageName, imageOf } from './images.ts';
import { writeDockerfile } from './layout/dockerfile.ts';
import { type Layer, writeLayer } from './layout/layer.ts';
import { writeLayout } from './layout/oci.ts';
import { writeRootfs } from './layout/rootfs.ts';
import type { Tree } from './tree/tree.ts';

export interface BuiltImage {
  readonly name: ImageName;
  readonly digest: string;
  /** Of the layers as a registry stores them. */
  readonly megabytes: number;
  readonly seconds: number;
}

/**
 * Builds images below `target`: of each an OCI image layout `oci`, the same files as a folder `rootfs` with a Dockerfile, and
 * the list of its components.
 */
export async function buildImages(
  folders: Folders,
  target: string,
  names: readonly ImageName[],
  onBuilt: (image: BuiltImage) => void,
): Promise<void> {
  const assemble = createAssembler(folders);
  const layers = new Map<Tree, Layer>();
  const copies = new Map<string, string>();
  const blobs = join(target, 'layers');
  const layerOf = async (tree: Tree): Promise<Layer> => {
    const layer = layers.get(tree) ?? (await writeLayer(tree, blobs));
    layers.set(tree, layer);
    return layer;
  };
  for (const name of names) {
    const started = performance.now();
    const { layers: trees, sbom } = await assemble(name);
    const folder = join(target, name);
    rmSync(folder, { recursive: true, force: true });
    writeRootfs(join(folder, 'rootfs'), trees, copies);
    writeFileSync(join(folder, 'sbom.cdx.json'), sbom);
    const written: Layer[] = [];
    for (const tree of trees) written.push(await layerOf(tree));
    const digest = writeLayout(join(folder, 'oci'), name, imageOf(name), written);
    writeDockerfile(folder, name, imageOf(name));
    const bytes = written.reduce((sum, { size }) => sum + size, 0);
    onBuilt({ name, digest, megabytes: bytes / 1e6, seconds: (performance.now() - started) / 1_000 });
  }
  // Each layout has a link to its layers.
  rmSync(blobs, { recursive: true, force: true });
}
