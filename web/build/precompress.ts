import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const textual = new Set(['.html', '.js', '.css', '.svg', '.txt', '.json']);
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes a .br and a .gz file next to every text file of the build, so that the server never compresses. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'reelwright-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const names = await readdir(folder, { recursive: true });
        for (const name of names.filter((candidate) => textual.has(extname(candidate)))) {
          const path = join(folder, name);
          const bytes = await readFile(path);
          const options = {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
          };
          await writeFile(`${path}.br`, await brotli(bytes, options));
          await writeFile(`${path}.gz`, await deflate(bytes, { level: 9 }));
        }
      },
    },
  };
}
