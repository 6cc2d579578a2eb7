import { probe } from '@reelwright/ffmpeg';
import { GenerationFailure } from './generation-failure.ts';

export interface VideoFacts {
  readonly durationMs: number;
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
}

/** The container's clock makes the duration a little more or less than eight seconds. */
const SECONDS = { min: 7.5, max: 8.6 };

/**
 * Checks a finished file. Only a whole vertical H.264 or HEVC MP4 of eight seconds counts as a video.
 * @throws GenerationFailure VIDEO_INVALID
 */
export async function inspectVideo(ffprobePath: string, path: string): Promise<VideoFacts> {
  const { format, streams } = await probe(ffprobePath, path, ['mov']).catch((cause: unknown) => {
    throw new GenerationFailure('VIDEO_INVALID', { cause });
  });
  const video = streams.find((stream) => stream.codec_type === 'video');
  const seconds = Number(format.duration ?? 0);
  const { width = 0, height = 0 } = video ?? {};
  const fits =
    format.format_name?.split(',').includes('mp4') &&
    (video?.codec_name === 'h264' || video?.codec_name === 'hevc') &&
    width === 1080 &&
    height === 1920 &&
    seconds >= SECONDS.min &&
    seconds <= SECONDS.max;
  if (!fits) {
    const description = `${format.format_name} ${video?.codec_name} ${width}x${height} ${seconds} s`;
    throw new GenerationFailure('VIDEO_INVALID', { cause: `not what was requested: ${description}` });
  }
  return {
    durationMs: Math.round(seconds * 1000),
    width,
    height,
    hasAudio: streams.some((stream) => stream.codec_type === 'audio'),
  };
}
