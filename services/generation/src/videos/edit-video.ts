import { rename } from 'node:fs/promises';
import { inputFrom, runConfined } from '@reelwright/ffmpeg';
import { VIDEO_SIZE } from '@reelwright/product';

/** Decoding 1080×1920 reserves some 600 MB on two cores, and more on more cores. */
const LIMITS = { seconds: 60, megabytes: 4_096 };
/** A whole clip is encoded again, which takes a slow machine most of a minute. */
const OVERLAY_LIMITS = { ...LIMITS, seconds: 300 };
const POSTER = { width: 360, height: 640 };
const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];

/** Removes the sound of a file and copies its pictures unchanged, because not every model has a setting for it. */
export async function removeSound(ffmpegPath: string, path: string): Promise<void> {
  const silent = `${path}.silent.mp4`;
  const copy = ['-an', '-c', 'copy', '-movflags', '+faststart', silent];
  await runConfined(ffmpegPath, [...QUIET, ...inputFrom(path, ['mov']), ...copy], LIMITS);
  await rename(silent, path);
}

/** A logo to lay over a picture, and the place of its upper left corner in a video. */
export interface Overlay {
  readonly path: string;
  readonly width: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Lays a logo over a whole clip and copies its sound. It encodes in one thread and writes no time and no version of a
 * tool, so that the same clip and logo always give the same file.
 */
export async function overlayVideo(ffmpegPath: string, path: string, { path: logoPath, x, y }: Overlay): Promise<void> {
  const branded = `${path}.branded.mp4`;
  const inputs = ['-threads', '1', ...inputFrom(path, ['mov']), '-threads', '1', ...inputFrom(logoPath, ['png_pipe'])];
  // The colours of a logo are those of RGB, and the clip's are BT.709.
  const inYuv = 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int+bitexact,format=yuva420p';
  const filter = `[1:v:0]${inYuv}[logo];[0:v:0][logo]overlay=${x}:${y},format=yuv420p[v]`;
  const graph = ['-filter_complex_threads', '1', '-filter_complex', filter];
  const maps = ['-map', '[v]', '-map', '0:a?', '-c:a', 'copy'];
  // A keyframe every two seconds: a player that seeks shows the place at once.
  const x264 = ['-x264-params', 'threads=1:lookahead-threads=1:keyint=60'];
  const codec = ['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'superfast', '-crf', '20', ...x264];
  const repeatable = ['-flags:v', '+bitexact', '-fflags', '+bitexact', '-map_metadata', '-1'];
  const output = [...repeatable, '-movflags', '+faststart', '-f', 'mp4', `file:${branded}`];
  await runConfined(ffmpegPath, [...QUIET, ...inputs, ...graph, ...maps, ...codec, ...output], OVERLAY_LIMITS);
  await rename(branded, path);
}

/** Lays a logo over a poster, at the same place as in its video. */
export async function overlayPoster(
  ffmpegPath: string,
  path: string,
  { path: logoPath, ...logo }: Overlay,
): Promise<void> {
  const branded = `${path}.branded.webp`;
  const scale = POSTER.width / VIDEO_SIZE.width;
  const [width, x, y] = [logo.width, logo.x, logo.y].map((pixels) => Math.round(pixels * scale));
  const inputs = [...inputFrom(path, ['webp_pipe']), ...inputFrom(logoPath, ['png_pipe'])];
  const graph = ['-filter_complex', `[1:v:0]scale=${width}:-1:flags=lanczos[logo];[0:v:0][logo]overlay=${x}:${y}`];
  await runConfined(ffmpegPath, [...QUIET, ...inputs, ...graph, ...webpAt(branded)], LIMITS);
  await rename(branded, path);
}

/** Writes a still of the first second as WebP, 360×640. */
export async function drawPoster(ffmpegPath: string, path: string, posterPath: string): Promise<void> {
  const still = ['-vf', `scale=${POSTER.width}:${POSTER.height}:flags=lanczos`];
  const input = ['-ss', '0.8', ...inputFrom(path, ['mov'])];
  await runConfined(ffmpegPath, [...QUIET, ...input, ...still, ...webpAt(posterPath)], LIMITS);
}

const webpAt = (path: string) => ['-frames:v', '1', '-c:v', 'libwebp', '-quality', '72', '-f', 'webp', path];
