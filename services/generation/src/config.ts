import {
  grpcAddress,
  inProduction,
  keyRingSetting,
  loadConfig as load,
  mediaRedirectSettings,
  neededWith,
  objectStoreSettings,
  secret,
  serviceSettings,
  stopSeconds,
  Type,
} from '@reelwright/config';
import type { Static } from 'typebox';

const { exactly, issuedSecret, notSandbox, unset } = inProduction;
const onlyGoogle = unset('Google’s SDK knows its address');

export const Settings = Type.Object({
  ...serviceSettings,
  /** As long as a download of a video may take. */
  STOP_SECONDS: stopSeconds(300),
  ...objectStoreSettings,
  BILLING_GRPC: grpcAddress,
  /** Which model makes the videos. */
  VIDEO_MODEL: Type.Union([Type.Literal('local'), Type.Literal('veo'), Type.Literal('omni')], { default: 'local' }),
  /** `full` draws in the best quality that RENDER_BUDGET_SECONDS allows; `instant` is a fast sketch for test runs. */
  RENDERER_QUALITY: Type.Union([Type.Literal('full'), Type.Literal('instant')], {
    default: 'full',
    production: exactly('full'),
  }),
  /** The time in which the local renderer should draw a clip. */
  RENDER_BUDGET_SECONDS: Type.Integer({ minimum: 1, maximum: 86_400, default: 180 }),
  /** Signs the addresses of videos. */
  MEDIA_SIGNING_KEY: keyRingSetting,
  ...mediaRedirectSettings,
  FFMPEG_PATH: Type.String({ default: 'ffmpeg' }),
  FFPROBE_PATH: Type.String({ default: 'ffprobe' }),
  VERTEX_BASE_URL: Type.Optional(Type.String({ production: onlyGoogle })),
  VERTEX_PROJECT: Type.Optional(Type.String({ check: neededWith('VIDEO_MODEL', 'veo'), production: notSandbox })),
  VERTEX_LOCATION: Type.Optional(Type.String({ check: neededWith('VIDEO_MODEL', 'veo') })),
  /** A fixed bearer token. Without it, Google's default credentials are used. */
  VERTEX_ACCESS_TOKEN: Type.Optional(
    Type.String({ ...secret, production: unset('it is never renewed, Google’s default credentials are') }),
  ),
  VEO_MODEL: Type.String({ default: 'veo-3.1-fast-generate-001' }),
  GEMINI_BASE_URL: Type.Optional(Type.String({ production: onlyGoogle })),
  GEMINI_API_KEY: Type.Optional(
    Type.String({ ...secret, check: neededWith('VIDEO_MODEL', 'omni'), production: issuedSecret }),
  ),
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
