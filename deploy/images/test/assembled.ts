import { foldersFrom } from '@reelwright/local/folders';
import { type Assembled, createAssembler } from '../src/assemble.ts';
import type { ImageName } from '../src/images.ts';

const assemble = createAssembler(foldersFrom(process.env));
const images = new Map<ImageName, Promise<Assembled>>();

/** An image of this checkout, which is assembled once for all test files of a process. */
export function assembled(name: ImageName): Promise<Assembled> {
  const image = images.get(name) ?? assemble(name);
  images.set(name, image);
  return image;
}
