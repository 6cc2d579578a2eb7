import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The properties of a video file that platforms check. */
export interface Clip {
  seconds: number;
  /** Pixels. */
  width: number;
  height: number;
  framesPerSecond: number;
  /** The four-character code of the format, such as `avc1`. */
  codec: string;
  /** The index, which is the `moov` box, is before the media data. */
  fastStart: boolean;
}

interface Box {
  type: string;
  start: number;
  end: number;
}

const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the index of an MP4 or MOV file. Undefined for a file of another format, an incomplete one, or one without a video
 * track.
 */
export function readClip(path: string): Clip | undefined {
  const file = openSync(path, 'r');
  try {
    const index = readIndex(file, fstatSync(file).size);
    return index && parseIndex(index.bytes, index.fastStart);
  } catch (error) {
    // A box is shorter than its format requires.
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    closeSync(file);
  }
}

/** The `moov` box, if the file starts with `ftyp`, has media data and every top-level box ends inside the file. */
function readIndex(file: number, size: number): { bytes: Buffer; fastStart: boolean } | undefined {
  const header = Buffer.alloc(16);
  const types: string[] = [];
  let bytes: Buffer | undefined;
  for (let at = 0; at + 8 <= size; ) {
    readSync(file, header, 0, 16, at);
    const type = header.toString('latin1', 4, 8);
    if (at === 0 && type !== 'ftyp') return undefined;
    const length32 = header.readUInt32BE(0);
    // 1: the length follows in 64 bits; 0: the box extends to the end of the file.
    const length = length32 === 1 ? Number(header.readBigUInt64BE(8)) : length32 === 0 ? size - at : length32;
    if (length < 8 || at + length > size) return undefined;
    if (type === 'moov' && length <= MAX_INDEX_BYTES) {
      bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, at);
    }
    types.push(type);
    at += length;
  }
  if (!bytes || !types.includes('mdat')) return undefined;
  return { bytes, fastStart: types.indexOf('moov') < types.indexOf('mdat') };
}

function parseIndex(moov: Buffer, fastStart: boolean): Clip | undefined {
  const root = { type: 'moov', start: 8, end: moov.length };
  const movie = child(moov, root, 'mvhd');
  const track = children(moov, root).find((box) => box.type === 'trak' && isVideo(moov, box));
  const media = track && child(moov, track, 'mdia');
  const header = track && child(moov, track, 'tkhd');
  const mediaHeader = media && child(moov, media, 'mdhd');
  const table = media && boxesAt(moov, media, ['minf', 'stbl'])[0];
  const times = table && child(moov, table, 'stts');
  const formats = table && child(moov, table, 'stsd');
  if (!movie || !header || !mediaHeader || !times || !formats) return undefined;

  const sizeAt = header.start + (moov[header.start] === 1 ? 88 : 76);
  const frames = Array.from({ length: moov.readUInt32BE(times.start + 4) }, (_, entry) =>
    moov.readUInt32BE(times.start + 8 + entry * 8),
  ).reduce((sum, count) => sum + count, 0);
  const trackSeconds = secondsOf(moov, mediaHeader);
  return {
    seconds: secondsOf(moov, movie) || trackSeconds,
    width: moov.readUInt32BE(sizeAt) / 65_536,
    height: moov.readUInt32BE(sizeAt + 4) / 65_536,
    framesPerSecond: trackSeconds > 0 ? frames / trackSeconds : 0,
    codec: moov.toString('latin1', formats.start + 12, formats.start + 16),
    fastStart,
  };
}

function isVideo(moov: Buffer, track: Box): boolean {
  return boxesAt(moov, track, ['mdia', 'hdlr']).some(
    (box) => moov.toString('latin1', box.start + 8, box.start + 12) === 'vide',
  );
}

/** Duration of an `mvhd` or `mdhd` box. */
function secondsOf(moov: Buffer, { start }: Box): number {
  const isLong = moov[start] === 1;
  const scale = moov.readUInt32BE(start + (isLong ? 20 : 12));
  const duration = isLong ? Number(moov.readBigUInt64BE(start + 24)) : moov.readUInt32BE(start + 16);
  return scale > 0 ? duration / scale : 0;
}

/** The boxes at a path of types below a box. */
function boxesAt(bytes: Buffer, parent: Box, types: readonly string[]): Box[] {
  return types.reduce<Box[]>(
    (boxes, type) => boxes.flatMap((box) => children(bytes, box).filter((inner) => inner.type === type)),
    [parent],
  );
}

function child(bytes: Buffer, parent: Box, type: string): Box | undefined {
  return boxesAt(bytes, parent, [type])[0];
}

function children(bytes: Buffer, parent: Box): Box[] {
  const boxes: Box[] = [];
  for (let at = parent.start; at + 8 <= parent.end; ) {
    const length = bytes.readUInt32BE(at);
    if (length < 8) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + length });
    at += length;
  }
  return boxes;
}
