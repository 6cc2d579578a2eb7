import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoModel } from '../../src/video-models/video-model.ts';

/**
 * Wraps a model: it draws only the first video of each style, variation and sound and copies it for the next ones, so
 * that tests of finished videos are fast.
 */
export function createDrawOnce(model: VideoModel, folder: string): VideoModel {
  const drawn = new Set<string>();
  return {
    ...model,
    async make(assignment) {
      const { variation, request, videoPath, posterPath } = assignment;
      const name = `${request.videoType}-${variation}-${request.includeAudio}`;
      const [video, poster] = [join(folder, `${name}.mp4`), join(folder, `${name}.webp`)];
      if (drawn.has(name)) {
        await copyFile(poster, posterPath);
        await copyFile(video, videoPath);
        return;
      }
      await model.make(assignment);
      await mkdir(folder, { recursive: true });
      await copyFile(posterPath, poster);
      await copyFile(videoPath, video);
      drawn.add(name);
    },
  };
}
