import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@reelwright/testing';
import type { ObjectStore } from '../src/index.ts';
import { kinds, type OpenedStore, openStore } from './stores.ts';

const MEGABYTE = 1024 * 1024;

describe.each(kinds)('on %s', (kind) => {
  let opened: OpenedStore;
  let store: ObjectStore;
  beforeEach(async () => {
    opened = await openStore(kind);
    store = opened.store;
  });

  const read = async (key: string, range?: { start: number; end: number }) => buffer(await store.get(key, range));

  describe('an object', () => {
    it('is read back as it was stored, with its size and hash', async () => {
      const bytes = randomBytes(300_000);
      const stored = await store.put('videos/a-1.mp4', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
      expect(stored).toEqual({ bytes: 300_000, sha256: createHash('sha256').update(bytes).digest('hex') });
      expect(await read('videos/a-1.mp4')).toEqual(bytes);
      expect(await store.size('videos/a-1.mp4')).toBe(300_000);
    });

    it('of several parts is read back as it was stored', async () => {
      const bytes = randomBytes(17 * MEGABYTE);
      const stored = await store.put('long', Readable.from(pieces(bytes)));
      expect(stored).toEqual({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      expect((await read('long')).equals(bytes)).toBe(true);
      const range = { start: 5 * MEGABYTE - 3, end: 5 * MEGABYTE + 3 };
      expect(await read('long', range)).toEqual(bytes.subarray(range.start, range.end + 1));
    });

    it('may be empty', async () => {
      expect(await store.put('empty', Buffer.alloc(0))).toMatchObject({ bytes: 0 });
      expect(await store.size('empty')).toBe(0);
      expect(await read('empty')).toHaveLength(0);
    });

    it('is read in ranges, both ends counting', async () => {
      await store.put('a', Buffer.from('0123456789'));
      expect(String(await read('a', { start: 0, end: 0 }))).toBe('0');
      expect(String(await read('a', { start: 3, end: 5 }))).toBe('345');
      expect(String(await read('a', { start: 8, end: 99 }))).toBe('89');
    });

    it('is replaced at once: a reader gets the old one or the new one, complete', async () => {
      await store.put('a', Buffer.from('old'));
      const reading = await store.get('a');
      await store.put('a', Buffer.from('new!'));
      expect(String(await buffer(reading))).toBe('old');
      expect(String(await read('a'))).toBe('new!');
    });

    it('does not exist before it is complete', async () => {
      const source = new Readable({ read: () => undefined });
      const put = store.put('slow', source);
      source.push(Buffer.alloc(6 * MEGABYTE));
      // Its first part is being written.
      await eventually(async () => expect(await opened.contents()).toHaveLength(1));
      expect(await store.size('slow')).toBeUndefined();
      await expect(store.get('slow')).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
      source.push(null);
      await put;
      expect(await store.size('slow')).toBe(6 * MEGABYTE);
    });

    it.each(['a few bytes', 'more than one part'])('whose source breaks off after %s is not stored', async (length) => {
      await store.put('a', Buffer.from('old'));
      const source = Readable.from(
        (async function* () {
          yield Buffer.alloc(length === 'a few bytes' ? 10 : 11 * MEGABYTE);
          throw new Error('connection reset');
        })(),
      );
      await expect(store.put('a', source)).rejects.toThrow('connection reset');
      expect(await opened.contents()).toEqual(['a']);
      expect(String(await read('a'))).toBe('old');
    });

    it('whose source is destroyed without an error is not stored', async () => {
      const source = new Readable({ read: () => undefined });
      const put = store.put('a', source);
      source.push(Buffer.alloc(6 * MEGABYTE));
      await eventually(async () => expect(await opened.contents()).toHaveLength(1));
      source.destroy();
      await expect(put).rejects.toThrow(/premature|aborted/i);
      expect(await opened.contents()).toEqual([]);
    });

    it('whose source fails before it is read is not stored', async () => {
      await expect(store.put('a', createReadStream('/missing'))).rejects.toMatchObject({ code: 'ENOENT' });
      expect(await opened.contents()).toEqual([]);
    });

    it('stored by two writers at once is one of the two, complete', async () => {
      const [a, b] = [Buffer.alloc(200_000, 'a'), Buffer.alloc(200_000, 'b')];
      await Promise.all([store.put('x', Readable.from([a])), store.put('x', Readable.from([b]))]);
      const content = await read('x');
      expect(content.equals(a) || content.equals(b)).toBe(true);
      expect(await opened.contents()).toEqual(['x']);
    });

    it('is gone once deleted, and may be deleted again', async () => {
      await store.put('a', Buffer.from('x'));
      await store.delete('a');
      await store.delete('a');
      expect(await store.size('a')).toBeUndefined();
      await expect(store.get('a')).rejects.toMatchObject({ kind: 'NOT_FOUND', code: 'NO_SUCH_OBJECT' });
    });

    it('is not what its name is only the beginning of', async () => {
      await store.put('videos/a', Buffer.from('x'));
      expect(await store.size('videos')).toBeUndefined();
      await expect(store.get('videos')).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
      await expect(store.get('videos/a/b')).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
      expect(await store.size('videos/a/b')).toBeUndefined();
    });
  });

  // An object of one part has a checksum, which the SDK verifies while it is read.
  it.each([4, 8])('a reader of %i MB that stops leaves nothing open', async (megabytes) => {
    await store.put('a', randomBytes(megabytes * MEGABYTE));
    const before = openFiles();
    for (let reader = 0; reader < 60; reader++) {
      const reading = await store.get('a');
      if (reader % 2 === 0) await once(reading, 'readable');
      reading.destroy();
    }
    await eventually(() => expect(openFiles() - before).toBeLessThan(10));
    expect(await read('a')).toHaveLength(megabytes * MEGABYTE);
  });

  it('a store that can be used passes its check', async () => {
    await store.check();
  });

  describe('a key', () => {
    it.each([
      '',
      '/etc/passwd',
      '../x',
      'a/../../x',
      'a//b',
      'a/',
      '.hidden',
      'a/.x',
      'a\\b',
      'a b',
      'a\0b',
      'ü',
      'a\n',
      'a..b',
    ])('like %j is rejected by every call', async (key) => {
      const badKey = { kind: 'INVALID_ARGUMENT', code: 'BAD_OBJECT_KEY' };
      await expect(store.put(key, Buffer.from('x'))).rejects.toMatchObject(badKey);
      await expect(store.get(key)).rejects.toMatchObject(badKey);
      await expect(store.size(key)).rejects.toMatchObject(badKey);
      await expect(store.delete(key)).rejects.toMatchObject(badKey);
      expect(await opened.contents()).toEqual([]);
    });
  });
});

/** Files and sockets of this process. */
const openFiles = () => readdirSync('/proc/self/fd').length;

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += 65_536) yield bytes.subarray(offset, offset + 65_536);
}
