import { GenerationFailure } from '../jobs/generation-job.ts';
import { RenderError, type RenderRequest, styles } from '../local-renderer/request.ts';
import { startRender } from '../local-renderer/start-render.ts';
import type { VideoModel } from './video-model.ts';

/** Draws the video on this machine, in a process of its own at low priority, one at a time. */
export function createLocalModel(settings: { ffmpegPath: string; quality: RenderRequest['quality'] }): VideoModel {
  return {
    name: 'local',
    concurrency: 1,
    free: true,
    async make({ videoId, variation, request, videoPath, posterPath, signal, progress }) {
      const style = styles.find((known) => known === request.videoType);
      if (!style) throw new GenerationFailure('RENDER_FAILED', { cause: `no style ${request.videoType}` });
      try {
        await startRender(
          {
            videoId,
            variation,
            style,
            includeAudio: request.includeAudio,
            notes: request.notes,
            brand: request.brand && { ...request.brand, colours: [...request.brand.colours] },
            outputPath: videoPath,
            posterPath,
            ffmpegPath: settings.ffmpegPath,
            size: { width: 1080, height: 1920 },
            fps: 30,
            seconds: 8,
            quality: settings.quality,
          },
          { signal, onProgress: progress },
        );
      } catch (error) {
        // A drawing fault repeats with the same seed; a killed or starved process does not.
        const hopeless = error instanceof RenderError && ['BAD_REQUEST', 'DRAWING_FAILED'].includes(error.code);
        throw hopeless ? new GenerationFailure('RENDER_FAILED', { cause: error }) : error;
      }
    },
  };
}
