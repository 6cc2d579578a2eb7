import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '@reelwright/local/folders';
import { createAssembler } from './assemble.ts';
import { createLowerLayers, type LowerLayers } from './contents/lower-layers.ts';
import { installedPackages } from './contents/sbom.ts';
import { type ImageName, imageOf } from './images.ts';
import { inputHash } from './inputs/input-hash.ts';
import { type Build, keptBuild, writeBuild } from './inputs/kept-build.ts';
import { writeDockerfile } from './layout/dockerfile.ts';
import type { Layer } from './layout/layer.ts';
import { createLayers } from './layout/layers.ts';
import { writeLayout } from './layout/oci.ts';
import { writeRootfs } from './layout/rootfs.ts';

export interface BuiltImage {
  readonly name: ImageName;
  readonly digest: string;
  /** Of the layers as a registry stores them. */
  readonly megabytes: number;
  readonly seconds: number;
  /** Whether the build in its folder was kept, because nothing that it was built from has changed. */
  readonly isUnchanged: boolean;
}

/**
 * Builds images below `target`: of each an OCI image layout `oci`, the same files as a folder `rootfs` with a Dockerfile, and
 * the list of its components. An image whose inputs are those of the build in its folder is not built again.
 */
export async function buildImages(
  folders: Folders,
  target: string,
  names: readonly ImageName[],
  onBuilt: (image: BuiltImage) => void,
): Promise<void> {
  const lowerLayers = createLowerLayers(folders);
  const assemble = createAssembler(folders, lowerLayers);
  const layers = createLayers(join(target, 'layers'));
  const copies = new Map<string, string>();
  // Before any hash: a program that is missing is fetched now, and its packages are inputs of all images.
  const lower = new Map<ImageName, LowerLayers>();
  for (const name of names) lower.set(name, await lowerLayers(name));
  const packages = await installedPackages();
  const inputsOf = (name: ImageName): string =>
    inputHash(folders.root, name, { layers: lower.get(name)?.trees.map(layers.diffIdOf) ?? [], packages });

  async function build(name: ImageName, folder: string): Promise<Omit<Build, 'inputs'>> {
    const { layers: trees, sbom } = await assemble(name);
    writeRootfs(join(folder, 'rootfs'), trees, copies);
    writeFileSync(join(folder, 'sbom.cdx.json'), sbom);
    const written: Layer[] = [];
    for (const tree of trees) written.push(await layers.layerOf(tree));
    const digest = writeLayout(join(folder, 'oci'), name, imageOf(name), written);
    writeDockerfile(folder, name, imageOf(name));
    return { digest, megabytes: written.reduce((sum, { size }) => sum + size, 0) / 1e6 };
  }

  for (const name of names) {
    const started = performance.now();
    const folder = join(target, name);
    const inputs = inputsOf(name);
    const kept = keptBuild(folder, inputs);
    if (!kept) rmSync(folder, { recursive: true, force: true });
    const { digest, megabytes } = kept ?? (await build(name, folder));
    // A file that changed meanwhile is or is not in the image: the next run builds it again.
    if (!kept && inputsOf(name) === inputs) writeBuild(folder, { inputs, digest, megabytes });
    const seconds = (performance.now() - started) / 1_000;
    onBuilt({ name, digest, megabytes, seconds, isUnchanged: kept !== undefined });
  }
  layers.removeUnused();
}
