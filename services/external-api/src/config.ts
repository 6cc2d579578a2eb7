import { loadConfig as load, serviceSettings, Type } from '@reelwright/config';
import type { Static } from 'typebox';

export const Settings = Type.Object({
  ...serviceSettings,
  OBJECT_STORE_URL: Type.String({ minLength: 1 }),
  PUBLISHING_GRPC: Type.String({ minLength: 1 }),
  /** Lets `videoUrl` be http and lead to private addresses. For local runs, whose platforms are on this machine. */
  ALLOW_PRIVATE_URLS: Type.Boolean({ default: false }),
  /** How long a request waits for its posts before it answers that they are still being processed. */
  POST_WAIT_MS: Type.Integer({ minimum: 0, maximum: 600_000, default: 60_000 }),
});

export type Config = Readonly<Static<typeof Settings>>;

export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
