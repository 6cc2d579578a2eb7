import { createHash } from 'node:crypto';
import { foldersFrom } from '@reelwright/local/folders';
import { createAssembler } from '../src/assemble.ts';
import type { ImageName } from '../src/images.ts';
import { tarOf } from '../src/tree/tar.ts';

/** The digests of the archives of images' layers, which are those of their layouts before compression. */
export async function layerDigests(names: readonly ImageName[]): Promise<string[][]> {
  const assemble = createAssembler(foldersFrom(process.env));
  const digests: string[][] = [];
  for (const name of names) {
    const { layers } = await assemble(name);
    digests.push(
      layers.map((tree) => {
        const hash = createHash('sha256');
        for (const chunk of tarOf(tree)) hash.update(chunk);
        return hash.digest('hex');
      }),
    );
  }
  return digests;
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(await layerDigests(process.argv.slice(2) as ImageName[])));
}
