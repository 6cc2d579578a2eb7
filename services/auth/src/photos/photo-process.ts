import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { EXIT, MAX_PIXELS, PHOTO_SIDE } from './photo-limits.ts';

// Decodes one photo from stdin to stdout; photo-maker.ts starts it as a process. It decodes these three formats only.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

/** Tried from best to worst; only images of noise need the last. */
const QUALITIES = [82, 60, 35, 10];
const MAX_BYTES = 20_000;

async function encode(input: Buffer): Promise<Buffer> {
  // sharp writes no metadata by default: no EXIF, no location, no thumbnail.
  const pixels = await sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'cover', position: 'centre' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = pixels.info;
  let webp = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    webp = await sharp(pixels.data, { raw: { width, height, channels } })
      .webp({ quality, alphaQuality: quality })
      .toBuffer();
    if (webp.length <= MAX_BYTES) break;
  }
  return webp;
}

async function run(): Promise<number> {
  try {
    const input = await buffer(process.stdin);
    const { width = 0, height = 0 } = await sharp(input, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) return EXIT.tooLarge;
    const webp = await encode(input);
    await new Promise<void>((resolve) => process.stdout.end(webp, resolve));
    return EXIT.done;
  } catch {
    return EXIT.unreadable;
  }
}

process.exitCode = await run();
