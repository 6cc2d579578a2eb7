import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const FFMPEG = process.env.FFMPEG_PATH || 'ffmpeg';

/** A file that ffmpeg makes from its test picture or silence. */
export function drawn(input: string, ...output: string[]): Buffer {
  const args = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    input,
    ...output,
    '-movflags',
    'frag_keyframe+empty_moov',
    'pipe:1',
  ];
  return execFileSync(FFMPEG, args, { maxBuffer: 64 * 1024 * 1024 });
}

const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
export const picture = (seconds: number, rate = 5) => `testsrc=size=90x160:rate=${rate}:duration=${seconds}`;
const CLIP = drawn(picture(1), ...H264, '-f', 'mp4');

/** A complete MP4 of at least `bytes` bytes, padded at the end; without `filling` each one differs. */
export function mp4(bytes = 0, filling = randomInt(256)): Buffer {
  const rest = Buffer.alloc(Math.max(24, bytes - CLIP.length), filling);
  rest.writeUInt32BE(rest.length);
  rest.write('free', 4);
  if (bytes < CLIP.length) rest.writeUInt32BE(randomInt(2 ** 32), 12);
  return Buffer.concat([CLIP, rest]);
}
