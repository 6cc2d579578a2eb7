import { createHash } from 'node:crypto';
import { contentHash } from '@reelwright/local/content-hash';
import { type ImageName, imageOf } from '../images.ts';
import { configOf } from '../layout/oci.ts';
import { inputPaths, isNoInput } from './input-paths.ts';

/** What an image has that is not of the checkout. */
export interface HostInputs {
  /** Digests of the lower layers: Node.js, and programs that are not ours. */
  readonly layers: readonly string[];
  /** Names and versions of the packages that Debian has installed. */
  readonly packages: string;
}

/** One hash over everything that an image is built from. While it stays the same, building again would give the same image. */
export function inputHash(root: string, name: ImageName, host: HostInputs): string {
  const image = imageOf(name);
  const inputs = {
    sources: contentHash(root, inputPaths(root, name), isNoInput),
    programs: image.programs,
    config: configOf(name, image),
    // It bundles and compresses.
    node: process.version,
    ...host,
  };
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
}
