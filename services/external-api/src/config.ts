import {
  addressSettings,
  grpcAddress,
  inProduction,
  loadConfig as load,
  objectStoreSettings,
  secret,
  serviceSettings,
  stopSeconds,
  Type,
} from '@reelwright/config';
import type { Static } from 'typebox';

export const Settings = Type.Object({
  ...serviceSettings,
  ...addressSettings,
  /** As long as an upload may take. */
  STOP_SECONDS: stopSeconds(900),
  ...objectStoreSettings,
  FFPROBE_PATH: Type.String({ default: 'ffprobe' }),
  PUBLISHING_GRPC: grpcAddress,
  /** Allows http and private addresses in `videoUrl`, for local runs with platforms on this machine. */
  ALLOW_PRIVATE_URLS: Type.Boolean({ default: false, production: inProduction.exactly('false') }),
  /**
   * How long a request waits for its posts before it returns that they are still being processed. With the fetch of the
   * video, at most as long as the gateway waits: gateway/routes.ts.
   */
  POST_WAIT_MS: Type.Integer({ minimum: 0, maximum: 120_000, default: 60_000 }),
  CHAT_WEBHOOK_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'answers the chat, as n8n’s chat trigger does; without it the FAQ does',
      production: inProduction.https,
    }),
  ),
  CHAT_WEBHOOK_SECRET: Type.Optional(
    Type.String({ ...secret, description: 'sent to it as a bearer token', production: inProduction.randomKeys }),
  ),
  SUPPORT_EMAIL: Type.Optional(
    Type.String({
      pattern: '^[^\\s@]+@[^\\s@]+$',
      description: 'named where the chat has no answer',
      production: inProduction.realMailbox,
    }),
  ),
});

export type Config = Readonly<Static<typeof Settings>>;

export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
