import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VideoModel } from '../../src/video-models/video-model.ts';

/** The videos that this process has drawn, for all of its test files. */
const folder = mkdtempSync(join(tmpdir(), 'drawn-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const drawn = new Set<string>();

/**
 * Wraps a model: it draws only the first video of each style, variation and sound, with a logo and without one, and copies
 * it for the next ones, so that tests of finished videos are fast.
 */
export function createDrawOnce(model: VideoModel): VideoModel {
  return {
    ...model,
    async make(assignment) {
      const { variation, request, logoCorner, videoPath, posterPath } = assignment;
      const logo = logoCorner ? 'logo' : 'no-logo';
      const name = `${request.videoType}-${variation}-${request.includeAudio}-${logo}`;
      const [video, poster] = [join(folder, `${name}.mp4`), join(folder, `${name}.webp`)];
      if (drawn.has(name)) {
        await copyFile(poster, posterPath);
        await copyFile(video, videoPath);
        return;
      }
      await model.make(assignment);
      await copyFile(posterPath, poster);
      await copyFile(videoPath, video);
      drawn.add(name);
    },
  };
}
