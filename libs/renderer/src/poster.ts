import { writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';

const WIDTH = 360;
const HEIGHT = 640;
const MAX_BYTES = 40_000;

/** Writes a frame as a 360x640 WebP of at most 40 kB, or of `maxBytes`. */
export async function writePoster(
  path: string,
  pixels: Uint8Array,
  size: { width: number; height: number },
  maxBytes = MAX_BYTES,
): Promise<void> {
  const whole = createCanvas(size.width, size.height);
  const wholePen = whole.getContext('2d');
  const image = wholePen.createImageData(size.width, size.height);
  image.data.set(pixels);
  wholePen.putImageData(image, 0, 0);
  const poster = createCanvas(WIDTH, HEIGHT);
  const pen = poster.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(whole, 0, 0, WIDTH, HEIGHT);
  let quality = 88;
  let bytes = await poster.encode('webp', quality);
  while (bytes.length > maxBytes && quality > 10) {
    quality -= 6;
    bytes = await poster.encode('webp', quality);
  }
  await writeFile(path, bytes);
}
