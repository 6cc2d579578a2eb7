import { execFileSync, spawnSync } from 'node:child_process';
import type { Miniature } from './looks.ts';

export interface ClipFacts {
  /** From ffprobe: `h264 High 1080x1920 30/1 yuv420p 8.000000 s, aac 48000 Hz 2`. */
  format: string;
  /** Integrated loudness in LUFS and true peak in dBTP, measured by ffmpeg's EBU R128 filter. */
  loudness: number;
  truePeak: number;
}

const MINIATURE = { width: 90, height: 160 };

export function readClip(path: string, tools: { ffmpeg: string; ffprobe: string }): ClipFacts {
  const probed = execFileSync(tools.ffprobe, ['-v', 'error', '-show_streams', '-of', 'json', path], {
    encoding: 'utf8',
  });
  const [video, audio] = (JSON.parse(probed) as { streams: Record<string, string | number>[] }).streams;
  const meter = spawnSync(
    tools.ffmpeg,
    ['-hide_banner', '-nostats', '-i', path, '-map', '0:a', '-filter:a', 'ebur128=peak=true', '-f', 'null', '-'],
    { encoding: 'utf8' },
  );
  const summary = meter.stderr.slice(meter.stderr.lastIndexOf('Summary:'));
  return {
    format:
      `${video?.codec_name} ${video?.profile} ${video?.width}x${video?.height} ${video?.r_frame_rate} ${video?.pix_fmt} ` +
      `${video?.duration} s, ${audio?.codec_name} ${audio?.sample_rate} Hz ${audio?.channels}`,
    loudness: Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]),
    truePeak: Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]),
  };
}

/** Decodes every frame of a clip, scaled down. */
export function readFrames(path: string, ffmpeg: string): Miniature[] {
  const { width, height } = MINIATURE;
  const bytes = execFileSync(
    ffmpeg,
    [
      '-v',
      'error',
      '-i',
      path,
      '-vf',
      `scale=${width}:${height}:flags=area`,
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const size = width * height * 3;
  return Array.from({ length: bytes.length / size }, (_, frame) => ({
    ...MINIATURE,
    rgb: bytes.subarray(frame * size, (frame + 1) * size),
  }));
}
