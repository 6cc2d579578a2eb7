import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { RenderRequest } from '../src/request.ts';

export const ffmpegPath = process.env.FFMPEG_PATH ?? 'ffmpeg';
export const ffprobePath = process.env.FFPROBE_PATH ?? 'ffprobe';

/** Creates a temporary folder for one test file; makes requests for clips in it. */
export async function createRenderFolder() {
  const path = await mkdtemp(join(tmpdir(), 'reelwright-renderer-'));
  let made = 0;
  return {
    path,
    request(change: Partial<RenderRequest> = {}): RenderRequest {
      const name = `clip-${made++}`;
      return {
        videoId: 'b7e1',
        variation: 0,
        style: 'v5',
        includeAudio: true,
        notes: '',
        brand: null,
        ffmpegPath,
        outputPath: join(path, `${name}.mp4`),
        posterPath: join(path, `${name}.webp`),
        partsPath: join(path, `${name}-parts`),
        size: { width: 1080, height: 1920 },
        fps: 30,
        seconds: 8,
        quality: 'instant',
        budgetSeconds: 180,
        ...change,
      };
    },
    /** A request for two seconds of small pictures, drawn in six parts. */
    small(change: Partial<RenderRequest> = {}): RenderRequest {
      return this.request({ style: 'v8', size: { width: 64, height: 114 }, seconds: 2, quality: 'least', ...change });
    },
    /** The files in the folder that belong to a clip. */
    async filesOf({ outputPath }: RenderRequest): Promise<string[]> {
      const name = basename(outputPath, '.mp4');
      return (await readdir(path)).filter((file) => file.startsWith(`${name}.`));
    },
    remove: () => rm(path, { recursive: true }),
  };
}
