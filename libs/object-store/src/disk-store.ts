import { createHash, randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, glob, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  checkKey,
  noSuchObject,
  type ObjectStore,
  type StoredObject,
  storeFull,
  storeRefuses,
} from './object-store.ts';

/** Of a file that is being written. */
const PART_SUFFIX = '.part';
const BATCH_BYTES = 512 * 1024;

/** The disk is full, or our quota is. */
const DISK_FULL_CODES: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT'];

/** Objects as files of one folder. A file appears under its name only once it is whole and on the disk. */
export function createDiskStore(url: string): ObjectStore {
  const folder = fileURLToPath(url);
  const pathOf = (key: string) => join(folder, checkKey(key));

  return {
    async put(key, source) {
      const path = pathOf(key);
      const part = `${path}.${randomUUID()}${PART_SUFFIX}`;
      if (!Buffer.isBuffer(source)) source.on('error', () => undefined); // thrown where it is read
      try {
        await mkdir(dirname(path), { recursive: true });
        const file = await open(part, 'wx');
        let stored: StoredObject;
        try {
          stored = await writeAll(file, Buffer.isBuffer(source) ? Readable.from([source]) : source);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, path);
        return stored;
      } catch (error) {
        if (!Buffer.isBuffer(source)) source.destroy(); // its file stays open when nobody has begun to read it
        await rm(part, { force: true });
        throw DISK_FULL_CODES.includes((error as NodeJS.ErrnoException).code) ? storeFull(error) : error;
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
      const file = await stat(pathOf(key)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      return file?.isFile() ? file.size : undefined;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async deleteUnfinished(before) {
      let deleted = 0;
      for await (const name of glob(`**/*.????????-????-????-????-????????????${PART_SUFFIX}`, { cwd: folder })) {
        const path = join(folder, name);
        const file = await stat(path).catch(() => undefined);
        if (!file || file.mtime >= before) continue;
        await rm(path, { force: true });
        deleted++;
      }
      return deleted;
    },
    async check() {
      try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.R_OK | constants.W_OK);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw storeRefuses(`The folder ${folder} cannot be used (${code}): check OBJECT_STORE_URL`);
      }
    },
  };
}

/** Writes one batch while the next one arrives and is hashed: a write of each small piece costs more than its bytes. */
async function writeAll(file: FileHandle, source: AsyncIterable<Buffer>): Promise<StoredObject> {
  const hash = createHash('sha256');
  let bytes = 0;
  let batch: Buffer[] = [];
  let batchBytes = 0;
  let writing: Promise<unknown> = Promise.resolve();

  async function flush(): Promise<void> {
    await writing;
    if (batch.length > 0) writing = writeBatch(file, batch, batchBytes);
    writing.catch(() => undefined); // reported where it is awaited
    batch = [];
    batchBytes = 0;
  }

  try {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      batch.push(chunk);
      batchBytes += chunk.length;
      if (batchBytes >= BATCH_BYTES) await flush();
    }
    await flush();
  } finally {
    await writing;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function writeBatch(file: FileHandle, batch: readonly Buffer[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  // A nearly full disk writes only a part; writing the rest throws the reason.
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(batch).subarray(bytesWritten));
}

/** Whether the file does not exist, unlike other failures: too many open files, a broken disk. */
function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
