import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { createObjectStore, type ObjectStore } from '../src/index.ts';

let folder: string;
let store: ObjectStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  store = createObjectStore(pathToFileURL(folder).href);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a failure', () => {
  it.each(['ENOSPC', 'EDQUOT'])('for lack of room (%s) is STORE_FULL', async (code) => {
    // The error of a full disk, thrown where a full disk throws it.
    const full = new Readable({
      read() {
        this.destroy(Object.assign(new Error('no room'), { code }));
      },
    });
    await expect(store.put('a', full)).rejects.toMatchObject({ kind: 'UNAVAILABLE', code: 'STORE_FULL' });
    expect(readdirSync(folder)).toEqual([]);
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

it('a folder that cannot be used is refused, with the setting to look at', async () => {
  writeFileSync(join(folder, 'file'), '');
  const refused = createObjectStore(pathToFileURL(join(folder, 'file/below')).href);
  await expect(refused.check()).rejects.toMatchObject({
    code: 'STORE_REFUSES',
    message: `The folder ${join(folder, 'file/below')} cannot be used (ENOTDIR): check OBJECT_STORE_URL`,
  });
  await store.check();
});

it('a store is a folder or a bucket', () => {
  expect(() => createObjectStore('http://x/y')).toThrow('file:///folder or s3://bucket');
  expect(createObjectStore('s3://bucket?region=eu-west-1')).toHaveProperty('put');
});
