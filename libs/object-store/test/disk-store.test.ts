import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { createObjectStore, type ObjectStore } from '../src/index.ts';

let folder: string;
let store: ObjectStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store with spaces-'));
  store = createObjectStore(pathToFileURL(folder).href);
});
afterEach(() => rmSync(folder, { recursive: true }));

const filesIn = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const read = async (key: string, range?: { start: number; end: number }) => buffer(await store.get(key, range));

describe('an object', () => {
  it('is read back as it was stored, with its size and hash', async () => {
    const bytes = randomBytes(300_000);
    const stored = await store.put('videos/a-1.mp4', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
    expect(stored).toEqual({ bytes: 300_000, sha256: createHash('sha256').update(bytes).digest('hex') });
    expect(await read('videos/a-1.mp4')).toEqual(bytes);
    expect(await store.size('videos/a-1.mp4')).toBe(300_000);
  });

  it('may be empty', async () => {
    expect(await store.put('empty', Buffer.alloc(0))).toMatchObject({ bytes: 0 });
    expect(await store.size('empty')).toBe(0);
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
    source.push('first half');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await store.size('slow')).toBeUndefined();
    await expect(store.get('slow')).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
    source.push(null);
    await put;
    expect(await store.size('slow')).toBe(10);
  });

  it('whose source breaks off is not stored, and the previous one stays', async () => {
    await store.put('a', Buffer.from('old'));
    const source = Readable.from(
      (async function* () {
        yield 'half of the ';
        throw new Error('connection reset');
      })(),
    );
    await expect(store.put('a', source)).rejects.toThrow('connection reset');
    expect(filesIn()).toEqual(['a']);
    expect(String(await read('a'))).toBe('old');
  });

  it('stored by two writers at once is one of the two, complete', async () => {
    const [a, b] = [Buffer.alloc(200_000, 'a'), Buffer.alloc(200_000, 'b')];
    await Promise.all([store.put('x', Readable.from([a])), store.put('x', Readable.from([b]))]);
    const content = await read('x');
    expect(content.equals(a) || content.equals(b)).toBe(true);
    expect(filesIn()).toEqual(['x']);
  });

  it('is gone once deleted, and may be deleted again', async () => {
    await store.put('a', Buffer.from('x'));
    await store.delete('a');
    await store.delete('a');
    expect(await store.size('a')).toBeUndefined();
    await expect(store.get('a')).rejects.toMatchObject({ kind: 'NOT_FOUND', code: 'NO_SUCH_OBJECT' });
  });
});

describe('a failure', () => {
  it.each(['ENOSPC', 'EDQUOT'])('for lack of room (%s) is STORE_FULL', async (code) => {
    // The error of a full disk, thrown where a full disk throws it.
    const full = new Readable({
      read() {
        this.destroy(Object.assign(new Error('no room'), { code }));
      },
    });
    await expect(store.put('a', full)).rejects.toMatchObject({ kind: 'UNAVAILABLE', code: 'STORE_FULL' });
    expect(filesIn()).toEqual([]);
  });

  it('before the first byte is read closes the source too', async () => {
    symlinkSync('loop', join(folder, 'loop'));
    const source = Readable.from([Buffer.from('never read')]);
    await expect(store.put('loop/a', source)).rejects.toMatchObject({ code: 'ELOOP' });
    expect(source.destroyed).toBe(true);
  });

  it('of the disk is not reported as a missing object', async () => {
    symlinkSync('loop', join(folder, 'loop'));
    await expect(store.get('loop')).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(store.size('loop')).rejects.toMatchObject({ code: 'ELOOP' });
  });

  it('does not occur for a folder: it is not an object', async () => {
    mkdirSync(join(folder, 'videos'));
    writeFileSync(join(folder, 'file'), '');
    await expect(store.get('videos')).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
    await expect(store.get('file/below')).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
    expect(await store.size('videos')).toBeUndefined();
    expect(await store.size('file/below')).toBeUndefined();
  });
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
    expect(filesIn()).toEqual([]);
  });
});

it('a store is a folder or a bucket', () => {
  expect(() => createObjectStore('http://x/y')).toThrow('file:///folder or s3://bucket');
  expect(createObjectStore('s3://bucket?region=eu-west-1')).toHaveProperty('put');
});
