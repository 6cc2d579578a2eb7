import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@reelwright/errors';
import type { ObjectStore } from '@reelwright/object-store';
import { keptFiles, listedFiles, MANIFEST } from '@reelwright/renderer';

export const FPS = 30;
export const SECONDS = 8;

/** The parts of an unfinished clip in the object store, where another process or machine finds them. */
export interface PartStore {
  /** Downloads the stored parts into a folder. */
  fetch(folder: string): Promise<void>;
  /**
   * Stores a part of a folder, after the manifest that lists it. A failure is not reported, because it only costs time.
   */
  add(folder: string, name: string): void;
  /** Resolves when all added parts are stored. */
  flush(): Promise<void>;
  remove(): Promise<void>;
}

export function createPartStore(
  store: ObjectStore,
  videoId: string,
  variation: number,
  frames = FPS * SECONDS,
): PartStore {
  const keyOf = (name: string) => `renders/${videoId}/${variation}/${name}`;
  let storing: Promise<unknown> = Promise.resolve();

  async function download(folder: string, name: string): Promise<void> {
    try {
      await pipeline(await store.get(keyOf(name)), createWriteStream(join(folder, name)));
    } catch (error) {
      // A listed part that is missing is drawn again.
      if (!(error instanceof AppError && error.code === 'NO_SUCH_OBJECT')) throw error;
    }
  }

  return {
    async fetch(folder) {
      await mkdir(folder, { recursive: true });
      await download(folder, MANIFEST);
      for (const name of await listedFiles(folder, frames)) await download(folder, name);
    },
    add(folder, name) {
      storing = storing
        .then(async () => {
          // The manifest first, so that every file in the store is listed.
          await store.put(keyOf(MANIFEST), await readFile(join(folder, MANIFEST)));
          await store.put(keyOf(name), await readFile(join(folder, name)));
        })
        .catch(() => undefined);
    },
    async flush() {
      await storing;
    },
    async remove() {
      if ((await store.size(keyOf(MANIFEST))) === undefined) return;
      await Promise.all(keptFiles(frames).map((name) => store.delete(keyOf(name))));
      await store.delete(keyOf(MANIFEST));
    },
  };
}
