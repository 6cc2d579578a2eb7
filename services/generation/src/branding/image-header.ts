interface ImageHeader {
  /** The only demuxer that ffmpeg may open the file with. */
  readonly demuxer: 'png_pipe' | 'jpeg_pipe' | 'webp_pipe';
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

/**
 * Reads the size of a PNG, JPEG or WebP before anything is decoded. The kind follows from the first bytes alone.
 * @returns null for any other file, 'broken' for one whose size cannot be read
 */
export function readImageHeader(file: Buffer): ImageHeader | 'broken' | null {
  try {
    if (file.subarray(0, PNG.length).equals(PNG)) {
      return { demuxer: 'png_pipe', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
    }
    if (file.subarray(0, JPEG.length).equals(JPEG)) return { demuxer: 'jpeg_pipe', ...jpegSize(file) };
    const isWebp = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
    return isWebp ? { demuxer: 'webp_pipe', ...webpSize(file) } : null;
  } catch (error) {
    if (error instanceof RangeError) return 'broken';
    throw error;
  }
}

/** The size in the frame header. @throws RangeError where the file has none */
function jpegSize(file: Buffer) {
  let at = 2;
  for (;;) {
    if (file.readUInt8(at) !== 0xff) throw new RangeError('no marker');
    const marker = file.readUInt8(at + 1);
    // SOF0 to SOF15, without the tables that have numbers among them.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    }
    // A fill byte belongs to the marker after it.
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
}

/** @throws RangeError for a WebP without a picture */
function webpSize(file: Buffer) {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    default:
      throw new RangeError('no picture');
  }
}
