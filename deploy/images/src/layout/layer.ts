import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, linkSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { tarOf } from '../tree/tar.ts';
import type { Tree } from '../tree/tree.ts';

export interface Layer {
  /** SHA-256 of the compressed archive, its name in a registry. */
  readonly digest: string;
  /** SHA-256 of the archive. */
  readonly diffId: string;
  readonly size: number;
  readonly file: string;
}

/** How much gzip tries. */
export const LEVEL = 6;

/** Writes a tree as a compressed archive into a folder. */
export async function writeLayer(tree: Tree, folder: string): Promise<Layer> {
  mkdirSync(folder, { recursive: true });
  const scratch = join(folder, `layer.${process.pid}`);
  const [plain, packed] = [digesting(), digesting()];
  // Its header has no time and no name.
  const gzip = createGzip({ level: LEVEL });
  await pipeline(Readable.from(tarOf(tree)), plain.stream, gzip, packed.stream, createWriteStream(scratch));
  const digest = packed.digest();
  const file = join(folder, digest);
  renameSync(scratch, file);
  return { digest: `sha256:${digest}`, diffId: `sha256:${plain.digest()}`, size: statSync(file).size, file };
}

/** A second name for a file; layers that images share are stored once. */
export function shareFile(file: string, as: string): void {
  if (!existsSync(as)) linkSync(file, as);
}

/** SHA-256 of the archive of a tree. */
export function diffIdOf(tree: Tree): string {
  const hash = createHash('sha256');
  for (const chunk of tarOf(tree)) hash.update(chunk);
  return `sha256:${hash.digest('hex')}`;
}

function digesting(): { stream: Transform; digest: () => string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}
