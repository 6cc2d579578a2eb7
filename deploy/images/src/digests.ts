import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageName } from './images.ts';

/** The digest of an image as it was built, and what it was pushed as. */
export interface ImageDigest {
  readonly digest: string;
  /** By digest, which is what a manifest should name. */
  readonly reference?: string;
  readonly tag?: string;
}

type Digests = Partial<Record<ImageName, ImageDigest>>;

const fileIn = (target: string) => join(target, 'digests.json');

export function readDigests(target: string): Digests {
  const file = fileIn(target);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Digests) : {};
}

export function writeDigests(target: string, digests: Digests): void {
  const sorted = Object.fromEntries(Object.entries(digests).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(fileIn(target), `${JSON.stringify(sorted, null, 2)}\n`);
}
