import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { open, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SIZE = '192m';
const BLOCK = Buffer.alloc(1024 * 1024, 'x');

/** A disk that is small enough to be filled. */
export interface SmallDisk {
  /** The value for OBJECT_STORE_URL. */
  readonly url: string;
  /** Fills it to its last byte with one file. */
  fill(): Promise<void>;
  /** Removes that file. */
  relieve(): Promise<void>;
  freeBytes(): Promise<number>;
  /** All files on it, including half-written ones, without the file that fills it. */
  files(): Promise<string[]>;
}

/** Mounts a disk in memory, passes it to `use` and unmounts it. @throws unless it runs as root */
export async function withSmallDisk<Result>(use: (disk: SmallDisk) => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) {
    throw new Error(`run this as root: it mounts a small disk (tmpfs, ${SIZE})`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'reelwright-small-disk-'));
  const unmount = () => {
    execFileSync('umount', ['--lazy', folder], { stdio: 'inherit' });
    rmdirSync(folder);
  };
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder], { stdio: 'inherit' });
  process.once('exit', unmount);
  const filler = join(folder, 'filler');
  try {
    return await use({
      url: pathToFileURL(join(folder, 'media')).href,
      async fill() {
        const file = await open(filler, 'w');
        try {
          for (;;) await file.writeFile(BLOCK);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        } finally {
          await file.close();
        }
      },
      relieve: () => rm(filler, { force: true }),
      async freeBytes() {
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      },
      async files() {
        const found = await readdir(folder, { recursive: true, withFileTypes: true });
        return found
          .filter((one) => one.isFile() && one.name !== 'filler')
          .map((one) => join(one.parentPath, one.name));
      },
    });
  } finally {
    process.off('exit', unmount);
    unmount();
  }
}
