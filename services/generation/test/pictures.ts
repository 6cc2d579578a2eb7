import { execFileSync } from 'node:child_process';
import { crc32, deflateSync } from 'node:zlib';

const CODECS = { png: 'png', webp: 'libwebp', jpeg: 'mjpeg', gif: 'gif' } as const;
export type PictureKind = keyof typeof CODECS;

/** A picture of one colour, encoded by ffmpeg. */
export function picture({ kind = 'png', size = '400x100', colour = '00d040' }: PictureOptions = {}): Buffer {
  const source = ['-f', 'lavfi', '-i', `color=c=0x${colour}:s=${size}`, '-frames:v', '1'];
  const lossless = kind === 'webp' ? ['-lossless', '1'] : [];
  const output = ['-c:v', CODECS[kind], ...lossless, '-f', 'image2pipe', 'pipe:1'];
  return execFileSync('ffmpeg', ['-v', 'error', ...source, ...output]);
}

interface PictureOptions {
  readonly kind?: PictureKind;
  readonly size?: string;
  readonly colour?: string;
}

/** A black PNG of any size: a few kilobytes that decode to `width` × `height` pixels. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const row = 1 + Math.ceil(width / 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(row * height), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG with a text, as cameras and editors write them. */
export function pngWithText(text: string): Buffer {
  const file = picture();
  return Buffer.concat([file.subarray(0, 33), chunk('tEXt', Buffer.from(`Author\0${text}`)), file.subarray(33)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The pixels of one frame of a file, as RGB. */
export function pixelsOf(path: string, { at = 0, width }: { at?: number; width: number }) {
  const frame = ['-ss', String(at), '-i', path, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'];
  const data = execFileSync('ffmpeg', ['-v', 'error', ...frame], { maxBuffer: 16 * 1024 * 1024 });
  return (x: number, y: number) => {
    const start = (Math.round(y) * width + Math.round(x)) * 3;
    return [...data.subarray(start, start + 3)];
  };
}
