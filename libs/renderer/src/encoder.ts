import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { RenderError, type RenderRequest } from './request.ts';
import { SAMPLE_RATE } from './stage/sound.ts';

export interface Encoder {
  /** Resolves when the encoder has taken the frame, so the buffer may be used again. */
  write(picture: Uint8Array): Promise<void>;
  /** Closes the file; resolves when it is complete. */
  finish(): Promise<void>;
  kill(): void;
}

export interface Footage {
  readonly frameSize: { width: number; height: number };
  /** Frames per second that are written to ffmpeg. */
  readonly rate: number;
  /** Number of frames in the file, at the clip's frame rate. */
  readonly frames: number;
}

const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-threads', '1'];
/** Restricts ffmpeg's inputs to local files and pipes. */
const LOCAL = ['-protocol_whitelist', 'file,pipe'];
const COLOUR = 'colorprim=bt709:transfer=bt709:colormatrix=bt709:range=tv';
const COLOUR_TAGS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'];
const SCALING = 'flags=bicubic+accurate_rnd+full_chroma_int+bitexact';
const REPEATABLE = ['-flags:v', '+bitexact', '-fflags', '+bitexact', '-map_metadata', '-1'];

/**
 * Starts ffmpeg on frames for one part of a clip, as planes of the clip's size (`stage/planes.ts`). The encoding depends on
 * nothing outside the part (no bit budget is carried over, no lookahead past its end), so the joined parts show no seams.
 */
export function startPart(request: RenderRequest, path: string, footage: Footage): Encoder {
  const x264 = `mbtree=0:qcomp=1:aq-mode=3:keyint=${footage.frames}`;
  const codec = pictureCodec(['superfast', '-crf', '23'], x264);
  const input = pictureInput(footage, ['yuv420p', ...COLOUR_TAGS]);
  const args = [...input, ...pictureFilter(request), ...codec];
  return encoderOf(run(request, [...args, '-frames:v', String(footage.frames), '-an', ...mp4(request, path)]), null);
}

/** Starts ffmpeg on the few small frames, as RGBA bytes, and the sound of an instant clip. */
export function startInstant(request: RenderRequest, path: string, footage: Footage, sound: Buffer | null): Encoder {
  // The preset ultrafast turns off the features of the High profile; platforms expect High. With one quantizer for all
  // frames, the repetitions of a picture cost nothing: a rate control would refine them.
  const x264 = `cabac=1:8x8dct=1:qp=26:keyint=${request.fps * 2}`;
  const maps = ['-map', '0:v:0', ...soundMap(sound)];
  const filter = pictureFilter(request, [scaleTo(request.size), 'format=yuv420p']);
  const args = [...pictureInput(footage, ['rgba']), ...soundInput(sound), ...maps, ...filter];
  const codecs = [...pictureCodec(['ultrafast'], x264), ...soundCodec(request, sound, ['-aac_coder', 'fast'])];
  return encoderOf(run(request, [...args, ...codecs, ...mp4(request, path)]), sound);
}

/** Joins a list of parts and adds the sound. The video is copied, not encoded again. */
export async function joinParts(
  request: RenderRequest,
  listPath: string,
  path: string,
  sound: Buffer | null,
): Promise<void> {
  const input = ['-f', 'concat', ...LOCAL, '-i', `file:${listPath}`];
  const maps = ['-map', '0:v:0', ...soundMap(sound), '-c:v', 'copy'];
  const args = [...input, ...soundInput(sound), ...maps, ...soundCodec(request, sound)];
  await encoderOf(run(request, [...args, ...mp4(request, path)]), sound).finish();
}

function pictureInput({ frameSize, rate }: Footage, format: readonly string[]): string[] {
  const size = `${frameSize.width}x${frameSize.height}`;
  const raw = ['-f', 'rawvideo', '-pixel_format', ...format, '-video_size', size, '-framerate', String(rate)];
  return [...raw, ...LOCAL, '-i', 'pipe:0'];
}

function scaleTo({ width, height }: RenderRequest['size']): string {
  return `scale=${width}:${height}:out_color_matrix=bt709:out_range=tv:${SCALING}`;
}

function pictureFilter({ fps }: RenderRequest, before: readonly string[] = []): string[] {
  return ['-filter_threads', '1', '-vf', [...before, `fps=${fps}`, 'setsar=1'].join(',')];
}

/** One x264 thread and bit-exact output: the same frames always give the same file. */
function pictureCodec(preset: readonly string[], x264: string): string[] {
  const profile = ['-c:v', 'libx264', '-profile:v', 'high', '-level:v', '4.2', '-pix_fmt', 'yuv420p'];
  const params = ['-x264-params', `threads=1:lookahead-threads=1:${x264}:${COLOUR}`];
  return [...profile, '-preset', ...preset, ...params, ...COLOUR_TAGS];
}

function soundInput(sound: Buffer | null): string[] {
  return sound ? ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2', ...LOCAL, '-i', 'pipe:3'] : [];
}

function soundMap(sound: Buffer | null): string[] {
  return sound ? ['-map', '1:a:0'] : [];
}

function soundCodec({ seconds }: RenderRequest, sound: Buffer | null, coder: readonly string[] = []): string[] {
  if (!sound) return ['-an'];
  const codec = ['-c:a', 'aac', ...coder, '-b:a', '160k', '-flags:a', '+bitexact'];
  return [...codec, '-ar', String(SAMPLE_RATE), '-ac', '2', '-t', String(seconds)];
}

/** The time base is a multiple of the frame rate: durations rounded to milliseconds would shift the later parts. */
function mp4({ fps }: RenderRequest, path: string): string[] {
  const clock = String(fps * 512);
  const timing = ['-video_track_timescale', clock, '-movie_timescale', clock];
  return [...REPEATABLE, ...timing, '-movflags', '+faststart', '-f', 'mp4', `file:${path}`];
}

function run({ ffmpegPath }: RenderRequest, args: readonly string[]): ChildProcess {
  return spawn(ffmpegPath, [...QUIET, ...args], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
}

function encoderOf(child: ChildProcess, sound: Buffer | null): Encoder {
  let errorOutput = '';
  let failure: RenderError | null = null;
  child.stderr?.on('data', (bytes: Buffer) => {
    errorOutput = (errorOutput + bytes.toString()).slice(-500);
  });
  const exit = new Promise<void>((resolve) => {
    child.on('error', (cause) => {
      failure = new RenderError('FFMPEG_FAILED', 'ffmpeg could not be started.', { cause });
      resolve();
    });
    child.on('close', (code) => {
      if (code !== 0) failure ??= new RenderError('FFMPEG_FAILED', `ffmpeg ended with ${code}. ${errorOutput.trim()}`);
      resolve();
    });
  });
  const [video, audio] = [child.stdio[0] as Writable, child.stdio[3] as Writable];
  // A broken pipe means that ffmpeg has ended; its exit code is checked above.
  video.on('error', () => {});
  audio.on('error', () => {});
  audio.end(sound ?? undefined);

  return {
    async write(picture) {
      if (failure) throw failure;
      const accepted = new Promise<void>((resolve) => video.write(picture, () => resolve()));
      await Promise.race([accepted, exit]);
      if (failure) throw failure;
    },
    async finish() {
      video.end();
      await exit;
      if (failure) throw failure;
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
}
