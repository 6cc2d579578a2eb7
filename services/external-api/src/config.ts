import { addressSettings, loadConfig as load, serviceSettings, stopSeconds, Type } from '@reelwright/config';
import type { Static } from 'typebox';

export const Settings = Type.Object({
  ...serviceSettings,
  ...addressSettings,
  /** As long as an upload may take. */
  STOP_SECONDS: stopSeconds(900),
  OBJECT_STORE_URL: Type.String({ minLength: 1 }),
  FFPROBE_PATH: Type.String({ default: 'ffprobe' }),
  PUBLISHING_GRPC: Type.String({ minLength: 1 }),
  /** Allows http and private addresses in `videoUrl`, for local runs with platforms on this machine. */
  ALLOW_PRIVATE_URLS: Type.Boolean({ default: false }),
  /** How long a request waits for its posts before it returns that they are still being processed. */
  POST_WAIT_MS: Type.Integer({ minimum: 0, maximum: 600_000, default: 60_000 }),
  CHAT_WEBHOOK_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'answers the chat, as n8n’s chat trigger does; without it the FAQ does',
    }),
  ),
  CHAT_WEBHOOK_SECRET: Type.Optional(Type.String({ description: 'sent to it as a bearer token' })),
  SUPPORT_EMAIL: Type.Optional(
    Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', description: 'named where the chat has no answer' }),
  ),
});

export type Config = Readonly<Static<typeof Settings>>;

export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
