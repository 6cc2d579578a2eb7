import { dirname, join } from 'node:path';
import type { ObjectStore } from '@reelwright/object-store';
import { edgesOf, isStyle } from '@reelwright/product';
import { RenderError, type RenderRequest, startRender } from '@reelwright/renderer';
import { GenerationFailure } from '../videos/generation-failure.ts';
import { createPartStore, FPS, SECONDS } from './part-store.ts';
import { ModelCrash, type VideoModel } from './video-model.ts';

interface LocalSettings {
  readonly ffmpegPath: string;
  readonly quality: RenderRequest['quality'];
  readonly budgetSeconds: number;
}

/**
 * Draws videos on this machine, one at a time, in a separate process of low priority. Finished parts are stored in the
 * object store until the job ends, so that the next attempt continues with them.
 */
export function createLocalModel(store: ObjectStore, settings: LocalSettings): VideoModel {
  return {
    name: 'local',
    concurrency: 1,
    isFree: true,
    async make({ videoId, variation, request, logoCorner, videoPath, posterPath, signal, onProgress }) {
      const { videoType: style } = request;
      if (!isStyle(style)) throw new GenerationFailure('RENDER_FAILED', { cause: `no style ${style}` });
      const parts = createPartStore(store, videoId, variation);
      const partsPath = join(dirname(videoPath), 'parts');
      if (settings.quality !== 'instant') await parts.fetch(partsPath);
      try {
        await startRender(
          {
            videoId,
            variation,
            style,
            includeAudio: request.includeAudio,
            notes: request.notes,
            brand: request.brand && { ...request.brand, colours: [...request.brand.colours] },
            logoEdge: logoCorner && (edgesOf(logoCorner).isTop ? 'top' : 'bottom'),
            outputPath: videoPath,
            posterPath,
            partsPath,
            ffmpegPath: settings.ffmpegPath,
            size: { width: 1080, height: 1920 },
            fps: FPS,
            seconds: SECONDS,
            quality: settings.quality,
            budgetSeconds: settings.budgetSeconds,
          },
          { signal, onProgress, onPart: (name) => parts.add(partsPath, name) },
        );
      } catch (error) {
        throw error instanceof RenderError ? failureOf(error) : error;
      } finally {
        await parts.flush();
      }
    },
  };
}

/** A drawing error repeats with the same seed; after a kill or a lack of memory, the next attempt may succeed. */
function failureOf(error: RenderError): GenerationFailure | ModelCrash {
  return error.code === 'BAD_REQUEST' || error.code === 'DRAWING_FAILED'
    ? new GenerationFailure('RENDER_FAILED', { cause: error })
    : new ModelCrash(error.code, error.message, { cause: error });
}
