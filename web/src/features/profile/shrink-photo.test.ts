import { afterEach, expect, jest, test } from '@jest/globals';
import { shrinkPhoto } from './shrink-photo.ts';

const file = (type: string, size = 4) => new File([new Uint8Array(size)], 'me', { type });
const drawImage = jest.fn();

/** Lets the canvas draw an image of this size; jsdom cannot. */
function stubCanvas({ width, height }: { width: number; height: number }) {
  globalThis.createImageBitmap = jest.fn(async () => ({ width, height, close() {} })) as never;
  HTMLCanvasElement.prototype.getContext = jest.fn(() => ({ fillRect() {}, drawImage })) as never;
  HTMLCanvasElement.prototype.toBlob = function toBlob(done, type) {
    done(new Blob([`${this.width}x${this.height}`], { type: type ?? '' }));
  };
}
afterEach(() => {
  drawImage.mockClear();
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});

test('the middle square of a photo is sent, as a small JPEG', async () => {
  stubCanvas({ width: 4000, height: 3000 });
  const photo = await shrinkPhoto(file('image/heic', 9_000_000));
  expect([photo.type, await text(photo)]).toEqual(['image/jpeg', '512x512']);
  expect(drawImage.mock.calls[0]?.slice(1)).toEqual([500, 0, 3000, 3000, 0, 0, 512, 512]);
});

test('a small photo is not made larger', async () => {
  stubCanvas({ width: 100, height: 200 });
  expect(await text(await shrinkPhoto(file('image/png')))).toBe('100x100');
});

test('a PNG of at most 1 MiB that the browser cannot draw is sent unchanged', async () => {
  const png = file('image/png');
  expect(await shrinkPhoto(png)).toBe(png);
});

test('a file that the browser cannot draw is rejected when it is no JPEG, PNG or WebP, or larger than 1 MiB', async () => {
  await expect(shrinkPhoto(file('image/svg+xml'))).rejects.toThrow('Choose a JPEG, PNG or WebP image.');
  await expect(shrinkPhoto(file('image/jpeg', 1024 * 1024 + 1))).rejects.toThrow('larger than 1 MB');
});

const text = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
