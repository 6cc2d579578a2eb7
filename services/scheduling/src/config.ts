import { loadConfig as load, serviceSettings, Type } from '@reelwright/config';
import type { Static } from 'typebox';

const Settings = Type.Object({
  ...serviceSettings,
  AUTH_GRPC: Type.String({ minLength: 1 }),
  BILLING_GRPC: Type.String({ minLength: 1 }),
  GENERATION_GRPC: Type.String({ minLength: 1 }),
  DRIVE_GRPC: Type.String({ minLength: 1 }),
  PUBLISHING_GRPC: Type.String({ minLength: 1 }),
});

export type Config = Readonly<Static<typeof Settings>>;

export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
