import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from '@reelwright/errors';
import { checkKey, noSuchObject, type ObjectStore } from './object-store.ts';

/** No room on the disk, or no more of it for us. */
const FULL: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT'];

/** Objects as files of one folder. A file appears under its name only once it is whole and on the disk. */
export function createDiskStore(url: string): ObjectStore {
  const folder = fileURLToPath(url);
  const pathOf = (key: string) => join(folder, checkKey(key));

  return {
    async put(key, source) {
      const path = pathOf(key);
      const part = `${path}.${randomUUID()}.part`;
      try {
        await mkdir(dirname(path), { recursive: true });
        const hash = createHash('sha256');
        let bytes = 0;
        const file = await open(part, 'wx');
        try {
          const chunks = Buffer.isBuffer(source) ? Readable.from([source]) : source;
          for await (const chunk of chunks) {
            hash.update(chunk);
            bytes += chunk.length;
            await file.writeFile(chunk);
          }
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, path);
        return { bytes, sha256: hash.digest('hex') };
      } catch (error) {
        if (!Buffer.isBuffer(source)) source.destroy(); // its file stays open when nobody has begun to read it
        await rm(part, { force: true });
        if (FULL.includes((error as NodeJS.ErrnoException).code)) {
          throw new AppError('UNAVAILABLE', 'STORE_FULL', 'There is no room for the file right now.', { cause: error });
        }
        throw error;
      }
    },
    async get(key, range) {
      const file = await open(pathOf(key), 'r').catch((error: unknown) => {
        throw isMissing(error) ? noSuchObject(error) : error;
      });
      if (!(await file.stat()).isFile()) {
        await file.close();
        throw noSuchObject();
      }
      return file.createReadStream(range ? { start: range.start, end: range.end } : {});
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      return found?.isFile() ? found.size : undefined;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Not there, in contrast to not to be had right now: too many open files, a disk that fails. */
function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
