import {
  addressSettings,
  grpcAddress,
  inProduction,
  loadConfig as load,
  serviceSettings,
  Type,
} from '@reelwright/config';
import type { Static } from 'typebox';

export const Settings = Type.Object({
  ...serviceSettings,
  ...addressSettings,
  AUTH_GRPC: grpcAddress,
  BILLING_GRPC: grpcAddress,
  GENERATION_GRPC: grpcAddress,
  DRIVE_GRPC: grpcAddress,
  PUBLISHING_GRPC: grpcAddress,
  FREE_VIDEOS_PER_BLOCK: Type.Integer({
    minimum: 1,
    default: 10,
    description: 'free videos a day for accounts with an unverified e-mail, per IPv4 /24 or IPv6 /48',
    production: inProduction.atMost(1_000),
  }),
});

export type Config = Readonly<Static<typeof Settings>>;

export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
