import type { ObjectStore } from '@reelwright/object-store';
import type { Config } from '../config.ts';
import { createLocalModel } from './local-model.ts';
import { createOmniModel } from './omni-model.ts';
import { createVeoModel } from './veo-model.ts';
import type { VideoModel } from './video-model.ts';

/** The video model of this deployment. @throws Error naming a missing setting */
export function chooseModel(config: Config, store: ObjectStore): VideoModel {
  const model = createModel(config, store);
  return { ...model, concurrency: config.CONCURRENT_VIDEOS ?? model.concurrency };
}

function createModel(config: Config, store: ObjectStore): VideoModel {
  const pollMs = config.VIDEO_MODEL_POLL_MS;
  switch (config.VIDEO_MODEL) {
    case 'local':
      return createLocalModel(store, {
        ffmpegPath: config.FFMPEG_PATH,
        quality: config.RENDERER_QUALITY === 'full' ? 'budget' : config.RENDERER_QUALITY,
        budgetSeconds: config.RENDER_BUDGET_SECONDS,
      });
    case 'veo':
      return createVeoModel({
        baseUrl: config.VERTEX_BASE_URL,
        project: required(config.VERTEX_PROJECT, 'VERTEX_PROJECT'),
        location: required(config.VERTEX_LOCATION, 'VERTEX_LOCATION'),
        accessToken: config.VERTEX_ACCESS_TOKEN,
        model: config.VEO_MODEL,
        pollMs,
      });
    case 'omni':
      return createOmniModel({
        baseUrl: config.GEMINI_BASE_URL,
        apiKey: required(config.GEMINI_API_KEY, 'GEMINI_API_KEY'),
        model: config.OMNI_MODEL,
        pollMs,
      });
  }
}

function required(value: string | undefined, name: string): string {
  if (!value) throw new Error(`missing settings: ${name}`);
  return value;
}
