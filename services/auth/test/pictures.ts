import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture with a red left half and another colour in the right half. */
export async function picture(options: { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' } = {}) {
  const { width = 800, height = 600, format = 'jpeg' } = options;
  return sharp({ create: { width, height, channels: 3, background: '#2050d0' } })
    .composite([
      {
        input: {
          create: { width: Math.floor(width / 2), height, channels: 3, background: '#e03010' },
        },
        left: 0,
        top: 0,
      },
    ])
    .toFormat(format)
    .toBuffer();
}

/** The same with a location, an author's name and the orientation of a camera held sideways. */
export async function pictureOfPlace() {
  return sharp(await picture({ width: 600, height: 600 }))
    .withExif({
      IFD0: { Artist: 'Ada Byron', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 50/1', GPSLongitudeRef: 'E', GPSLongitude: '9/1 11/1 25/1' },
    })
    .jpeg()
    .toBuffer();
}

/** A black PNG of any size: a few kilobytes that decode to `width` × `height` pixels of three bytes. */
export function blackPng(width: number, height: number, bitsPerPixel: 1 | 24 = 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bitsPerPixel === 1 ? 1 : 8;
  header[9] = bitsPerPixel === 1 ? 0 : 2;
  const row = 1 + Math.ceil((width * bitsPerPixel) / 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(row * height), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
