import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ClipShape {
  width: number;
  height: number;
  seconds: number;
  audio: boolean;
}

/** Four colour schemes, so that neighbouring clips look different. */
const schemes = [
  'c0=0xE0553B:c1=0x2A1B5E:c2=0xF4B860',
  'c0=0x0F7C8A:c1=0x12183F:c2=0xF2E3C6',
  'c0=0x7C3AED:c1=0x140F2D:c2=0xF472B6',
  'c0=0x2F855A:c1=0x0B1F1A:c2=0xF6E05E',
];

/** Different pictures per second; the frames between them are repetitions, which cost little to encode. */
const PICTURES = 3;

/**
 * Real clips in the models' format: MP4 with the index first, H.264 and AAC, 24 frames a second. Each shape and scheme is
 * encoded once and cached. Every clip has a unique box at its end, so that no two have the same bytes.
 */
export interface Clips {
  /** Writes a clip to a path. `id` determines the scheme and makes the bytes unique. */
  make(id: string, shape: ClipShape, path: string): Promise<void>;
}

/**
 * @param options.closing aborts running encoders
 * @param options.colours the number of schemes to use, by default all
 */
export function clipsIn(
  directory: string,
  { ffmpeg, closing, colours = schemes.length }: { ffmpeg: string; closing: AbortSignal; colours?: number | undefined },
): Clips {
  const running = new Map<string, Promise<string>>();
  const base = (shape: ClipShape, scheme: number): Promise<string> => {
    const name = `${shape.width}x${shape.height}-${shape.seconds}s-${shape.audio ? 'sound' : 'silent'}-${scheme}.mp4`;
    const present = running.get(name) ?? encoded(join(directory, name), shape, scheme, { ffmpeg, signal: closing });
    running.set(name, present);
    present.catch(() => running.delete(name));
    return present;
  };
  return {
    make: async (id, shape, path) => {
      await mkdir(directory, { recursive: true });
      const scheme = [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0) % colours;
      await copyFile(await base(shape, scheme), path);
      await appendFile(path, freeBox(id));
    },
  };
}

/** An MP4 box that every player skips. */
function freeBox(text: string): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write('free', 4, 'latin1');
  return Buffer.concat([header, content]);
}

async function encoded(
  path: string,
  { width, height, seconds, audio }: ClipShape,
  scheme: number,
  { ffmpeg, signal }: { ffmpeg: string; signal: AbortSignal },
): Promise<string> {
  if (await stat(path).catch(() => undefined)) return path;
  const picture = `gradients=s=${width / 4}x${height / 4}:${schemes[scheme]}:n=3:duration=${seconds}:speed=0.03:rate=${PICTURES}:seed=${scheme + 1}`;
  const unfinished = `${path}.part`;
  const settings = [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', picture],
    ...(audio
      ? ['-f', 'lavfi', '-i', `sine=frequency=${180 + 40 * scheme}:duration=${seconds}:sample_rate=48000`]
      : []),
    ...[
      '-vf',
      `scale=${width}:${height}:flags=bicubic,format=yuv420p,fps=24`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-crf',
      '26',
      '-threads',
      '1',
      // The preset turns off what the High profile has.
      '-x264-params',
      'cabac=1:8x8dct=1',
    ],
    ...['-profile:v', 'high', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
    ...(audio ? ['-af', 'volume=0.1', '-c:a', 'aac', '-b:a', '96k'] : ['-an']),
    ...['-movflags', '+faststart', '-f', 'mp4', unfinished],
  ];
  await run(ffmpeg, settings, { signal });
  await rename(unfinished, path);
  return path;
}
