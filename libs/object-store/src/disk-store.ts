import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from '@reelwright/errors';
import { checkKey, noSuchObject, type ObjectStore } from './object-store.ts';

/** Objects as files of one folder. A file appears under its name only once it is whole and on the disk. */
export function createDiskStore(url: string): ObjectStore {
  const folder = fileURLToPath(url);
  const pathOf = (key: string) => join(folder, checkKey(key));

  return {
    async put(key, source) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.${randomUUID()}.part`;
      try {
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
        await rm(part, { force: true });
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
          throw new AppError('UNAVAILABLE', 'STORE_FULL', 'There is no room for the file right now.', { cause: error });
        }
        throw error;
      }
    },
    async get(key, range) {
      const path = pathOf(key);
      const file = await open(path, 'r').catch((error: unknown) => {
        throw noSuchObject(error);
      });
      return file.createReadStream(range ? { start: range.start, end: range.end } : {});
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch(() => undefined);
      return found?.isFile() ? found.size : undefined;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
