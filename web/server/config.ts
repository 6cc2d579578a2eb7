import { join } from 'node:path';
import { loadConfig as load, mediaRedirectSettings, serviceSettings, Type } from '@reelwright/config';

const { ENVIRONMENT, HTTP_HOST, HTTP_PORT, DRAIN_SECONDS, STOP_SECONDS } = serviceSettings;

const Settings = Type.Object({
  ENVIRONMENT,
  HTTP_HOST,
  HTTP_PORT,
  DRAIN_SECONDS,
  STOP_SECONDS,
  ...mediaRedirectSettings,
  WEB_DIST: Type.String({ default: join(import.meta.dirname, '../dist') }),
});

export const loadConfig = (env: NodeJS.ProcessEnv) => load(Settings, env);
