import type { ImageName } from '../src/images.ts';
import { diffIdOf } from '../src/layout/layer.ts';
import { assembled } from './assembled.ts';

/** The digests of the archives of images' layers, which are those of their layouts before compression. */
export async function layerDigests(names: readonly ImageName[]): Promise<string[][]> {
  const digests: string[][] = [];
  for (const name of names) {
    const { layers } = await assembled(name);
    digests.push(layers.map(diffIdOf));
  }
  return digests;
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(await layerDigests(process.argv.slice(2) as ImageName[])));
}
