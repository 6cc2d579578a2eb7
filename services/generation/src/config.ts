import { loadConfig as load, serviceSettings, stopSeconds, Type } from '@reelwright/config';
import type { Static } from 'typebox';

const Optional = Type.Optional(Type.String());

export const Settings = Type.Object({
  ...serviceSettings,
  /** As long as a download of a video may take. */
  STOP_SECONDS: stopSeconds(300),
  OBJECT_STORE_URL: Type.String({ minLength: 1 }),
  /** Which model makes the videos. */
  VIDEO_MODEL: Type.Union([Type.Literal('local'), Type.Literal('veo'), Type.Literal('omni')], { default: 'local' }),
  /** `full` draws in the best quality that RENDER_BUDGET_SECONDS allows; `instant` is a fast sketch for test runs. */
  RENDERER_QUALITY: Type.Union([Type.Literal('full'), Type.Literal('instant')], { default: 'full' }),
  /** The time in which the local renderer should draw a clip. */
  RENDER_BUDGET_SECONDS: Type.Integer({ minimum: 1, maximum: 86_400, default: 180 }),
  MEDIA_SIGNING_KEY: Type.String({ minLength: 32 }),
  FFMPEG_PATH: Type.String({ default: 'ffmpeg' }),
  FFPROBE_PATH: Type.String({ default: 'ffprobe' }),
  VERTEX_BASE_URL: Optional,
  VERTEX_PROJECT: Optional,
  VERTEX_LOCATION: Optional,
  /** A fixed bearer token. Without it, Google's default credentials are used. */
  VERTEX_ACCESS_TOKEN: Optional,
  VEO_MODEL: Type.String({ default: 'veo-3.1-fast-generate-001' }),
  GEMINI_BASE_URL: Optional,
  GEMINI_API_KEY: Optional,
  OMNI_MODEL: Type.String({ default: 'gemini-omni-1.2-flash' }),
  CONCURRENT_VIDEOS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'videos that one process makes at the same time: 1 by the local model, 8 by others',
    }),
  ),
  /** How often a remote model is polled. */
  VIDEO_MODEL_POLL_MS: Type.Integer({ minimum: 50, default: 10_000 }),
});

export type Config = Readonly<Static<typeof Settings>>;

export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
