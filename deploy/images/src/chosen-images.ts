import { ExpectedError } from '@reelwright/local/say';
import { IMAGE_NAMES, type ImageName } from './images.ts';

/** @throws ExpectedError when one of the names is not of an image */
export function requireImages(names: readonly string[]): readonly ImageName[] {
  const unknown = names.filter((name) => !(IMAGE_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new ExpectedError(`There is no image ${unknown.join(', ')}. There are: ${IMAGE_NAMES.join(', ')}.`);
  }
  return names as readonly ImageName[];
}
