import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { RenderError, type RenderRequest } from './request.ts';
import { SAMPLE_RATE } from './stage/sound.ts';

export interface Encoder {
  /** Resolves when the encoder has taken the frame, so the buffer may be used again. */
  write(pixels: Uint8Array): Promise<void>;
  /** Ends the clip; resolves when the file is complete. */
  finish(): Promise<void>;
  kill(): void;
}

/**
 * Starts ffmpeg on raw RGBA frames of `frameSize`, `frameRate` a second, and 16-bit stereo sound on a second pipe.
 * One x264 thread and bit-exact muxing: the same frames always give the same file.
 */
export function startEncoder(
  request: RenderRequest,
  path: string,
  frameSize: { width: number; height: number },
  frameRate: string,
  sound: Buffer | null,
): Encoder {
  const { width, height } = request.size;
  const draft = request.quality === 'instant';
  const scaling = 'sws_flags=bicubic+accurate_rnd+full_chroma_int+bitexact';
  const child = spawn(
    request.ffmpegPath,
    [
      '-hide_banner',
      '-loglevel',
      'error',
      '-nostdin',
      '-y',
      '-threads',
      '1',
      '-f',
      'rawvideo',
      '-pixel_format',
      'rgba',
      '-video_size',
      `${frameSize.width}x${frameSize.height}`,
      '-framerate',
      frameRate,
      '-i',
      'pipe:0',
      ...(sound ? ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', 'pipe:3'] : []),
      '-map',
      '0:v:0',
      ...(sound ? ['-map', '1:a:0'] : []),
      '-filter_threads',
      '1',
      '-vf',
      `scale=${width}:${height}:out_color_matrix=bt709:out_range=tv:${scaling.replace('sws_flags', 'flags')},format=yuv420p,fps=${request.fps},setsar=1`,
      '-c:v',
      'libx264',
      '-profile:v',
      'high',
      '-level:v',
      '4.2',
      '-pix_fmt',
      'yuv420p',
      ...(draft
        ? ['-preset', 'ultrafast', '-crf', '26']
        : ['-preset', 'veryfast', '-crf', '19', '-maxrate', '10M', '-bufsize', '20M']),
      // ultrafast switches off what makes a stream High profile; platforms expect High.
      '-x264-params',
      `threads=1:lookahead-threads=1:${draft ? 'cabac=1:8x8dct=1' : 'aq-mode=3'}:colorprim=bt709:transfer=bt709:colormatrix=bt709:range=tv`,
      '-g',
      String(request.fps * 2),
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      '-colorspace',
      'bt709',
      '-color_range',
      'tv',
      ...(sound
        ? [
            '-c:a',
            'aac',
            '-b:a',
            '160k',
            '-ar',
            String(SAMPLE_RATE),
            '-ac',
            '2',
            '-flags:a',
            '+bitexact',
            '-t',
            String(request.seconds),
          ]
        : ['-an']),
      '-flags:v',
      '+bitexact',
      '-fflags',
      '+bitexact',
      '-map_metadata',
      '-1',
      '-video_track_timescale',
      String(request.fps * 512),
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      path,
    ],
    { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] },
  );
  return encoderOf(child, sound);
}

function encoderOf(child: ChildProcess, sound: Buffer | null): Encoder {
  let complaint = '';
  let failure: RenderError | null = null;
  child.stderr?.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes.toString()).slice(-500);
  });
  const ended = new Promise<void>((resolve) => {
    child.on('error', (cause) => {
      failure = new RenderError('FFMPEG_FAILED', 'ffmpeg could not be started.', { cause });
      resolve();
    });
    child.on('close', (code) => {
      if (code !== 0) failure ??= new RenderError('FFMPEG_FAILED', `ffmpeg ended with ${code}. ${complaint.trim()}`);
      resolve();
    });
  });
  const [video, audio] = [child.stdio[0] as Writable, child.stdio[3] as Writable];
  // A pipe that breaks means ffmpeg has ended; its exit code says why.
  video.on('error', () => {});
  audio.on('error', () => {});
  audio.end(sound ?? undefined);

  return {
    async write(pixels) {
      if (failure) throw failure;
      const taken = new Promise<void>((resolve) => video.write(pixels, () => resolve()));
      await Promise.race([taken, ended]);
      if (failure) throw failure;
    },
    async finish() {
      video.end();
      await ended;
      if (failure) throw failure;
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
}
