export interface SampleClip {
  seconds?: number;
  width?: number;
  height?: number;
  framesPerSecond?: number;
  /** The length of the file, at least about 600. */
  bytes?: number;
  /** Another seed gives other bytes. */
  seed?: number;
}

const timescale = 90_000;

/**
 * Creates a file with the index of an MP4 and noise instead of media: emulated platforms accept it, players can't play it.
 * Tests use it for bytes of a given size or kind without an encoder.
 */
export function sampleClip(options: SampleClip = {}): Buffer {
  const { seconds = 8, width = 1080, height = 1920, framesPerSecond = 30, bytes = 4096, seed = 1 } = options;
  const duration = Math.round(seconds * timescale);
  const header = words(0, 0, 0, timescale, duration);
  const track = box(
    'trak',
    box('tkhd', words(7, 0, 0, 1, 0, duration), Buffer.alloc(52), words(width * 65_536, height * 65_536)),
    box(
      'mdia',
      box('mdhd', header, Buffer.alloc(4)),
      box('hdlr', words(0, 0), Buffer.from('vide'), Buffer.alloc(13)),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', words(0, 1), box('avc1', Buffer.alloc(24), words(width * 65_536 + height), Buffer.alloc(50))),
          box('stts', words(0, 1, Math.round(seconds * framesPerSecond), Math.round(timescale / framesPerSecond))),
        ),
      ),
    ),
  );
  const start = Buffer.concat([
    box('ftyp', Buffer.from('isom'), words(512), Buffer.from('isomiso2avc1mp41')),
    box('moov', box('mvhd', header, Buffer.alloc(80)), track),
  ]);
  return Buffer.concat([start, box('mdat', noise(Math.max(0, bytes - start.length - 8), seed))]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

function noise(length: number, seed: number): Buffer {
  const block = Buffer.alloc(Math.min(length, 65_521));
  let state = (seed * 2_654_435_761) >>> 0;
  for (let at = 0; at < block.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    block[at] = state >>> 24;
  }
  return Buffer.alloc(length, block.length > 0 ? block : 0);
}
