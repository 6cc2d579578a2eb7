import { addressSettings, grpcAddress, loadConfig as load, serviceSettings, Type } from '@reelwright/config';
import type { Static } from 'typebox';

export const Settings = Type.Object({ ...serviceSettings, ...addressSettings, BILLING_GRPC: grpcAddress });

export type Config = Readonly<Static<typeof Settings>>;

export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
