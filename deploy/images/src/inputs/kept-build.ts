import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWholeLayout } from '../layout/oci.ts';

/** What an image was built from, and what it became. */
export interface Build {
  readonly inputs: string;
  readonly digest: string;
  readonly megabytes: number;
}

const fileIn = (folder: string) => join(folder, 'inputs.json');

/** The build in an image's folder, if it was made from these inputs and is whole. */
export function keptBuild(folder: string, inputs: string): Build | undefined {
  const file = fileIn(folder);
  if (!existsSync(file)) return undefined;
  const build = JSON.parse(readFileSync(file, 'utf8')) as Build;
  return build.inputs === inputs && isWholeLayout(join(folder, 'oci'), build.digest) ? build : undefined;
}

/** Written last: a build that was interrupted has no record. */
export function writeBuild(folder: string, build: Build): void {
  writeFileSync(fileIn(folder), `${JSON.stringify(build, null, 2)}\n`);
}
