import type { Readable } from 'node:stream';
import { AppError } from '@reelwright/errors';
import type { ObjectStore } from '@reelwright/object-store';
import { storeVideo } from './video-sink.ts';

const PIECE = Buffer.alloc(64 * 1024);

/** A store with room for `room` bytes, which fails in the middle of a file like a full disk. */
function storeOf(room: number): Pick<ObjectStore, 'put' | 'delete'> {
  return {
    async put(_key, source) {
      let bytes = 0;
      for await (const chunk of source as Readable) {
        bytes += (chunk as Buffer).length;
        await new Promise((resolve) => setTimeout(resolve, 5)); // a disk is slow
        if (bytes > room) break;
      }
      if (bytes <= room) return { bytes, sha256: '' };
      await new Promise((resolve) => setTimeout(resolve, 5)); // it cleans up first
      throw new AppError('UNAVAILABLE', 'STORE_FULL', 'There is no room for the file right now.');
    },
    delete: async () => undefined,
  };
}

it.each([0, 1, 5, 20])(
  'throws the store’s error when it is full after %i pieces, however fast the writer is',
  async (pieces) => {
    const sink = storeVideo(storeOf(pieces * PIECE.length), 'partner/a.bin');
    const upload = async () => {
      for (let count = 0; count < 40; count += 1) await sink.write(PIECE);
      await sink.end();
    };
    await expect(upload()).rejects.toMatchObject({ code: 'STORE_FULL' });
    await sink.abort();
  },
);
