import {
  cellSettings,
  grpcAddress,
  inProduction,
  loadConfig as load,
  ORIGIN_HINT,
  objectStoreSettings,
  originOnly,
  secret,
  serviceSettings,
  Type,
} from '@reelwright/config';
import { fetchesVideo, type PostCause, recordOf } from '@reelwright/product';
import { cipherKeysProblem } from '@reelwright/token-cipher';
import type { Static } from 'typebox';
import { type Level, type Platform, platforms } from './platforms/platform.ts';
import { accessTo, platformSettings } from './platforms/registry.ts';

export const Settings = Type.Object({
  ...serviceSettings,
  ...objectStoreSettings,
  ...cellSettings,
  TOKEN_CIPHER_KEYS: Type.String({
    ...secret,
    minLength: 1,
    check: cipherKeysProblem,
    description: 'kid:base64,kid:base64 of 32 bytes each; the first encrypts',
    production: inProduction.randomKeys,
  }),
  GENERATION_GRPC: grpcAddress,
  BILLING_GRPC: grpcAddress,
  SCHEDULING_GRPC: grpcAddress,
  AUTH_GRPC: grpcAddress,
  MEDIA_PUBLIC_URL: Type.Optional(
    Type.String({
      ...originOnly,
      description: `serves /media to the platforms, ${ORIGIN_HINT}; https outside of the sandbox, or Instagram is off`,
      production: inProduction.publicHttps,
    }),
  ),
  CONCURRENT_POSTS: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 8,
    description: 'posts that one process works on at the same time; a post mostly waits for its platform',
  }),
  ...platformSettings,
});
export type Config = Static<typeof Settings>;

export const loadConfig = (env: NodeJS.ProcessEnv): Readonly<Config> => load(Settings, env);

/** Why a platform is off although it is switched on and has its credentials. */
export type OffCause = Extract<PostCause, 'NO_MEDIA_ADDRESS'>;

/**
 * The level of each platform: off without credentials; a platform that fetches the video is also off without a public
 * https address for media.
 */
export function levelsOf(config: Config): {
  levels: Readonly<Record<Platform, Level>>;
  offBecause: Partial<Record<Platform, OffCause>>;
} {
  const media = config.MEDIA_PUBLIC_URL;
  const access = accessTo(config);
  const wanted = recordOf(platforms, (platform) => {
    const { level, credentials } = access[platform];
    return credentials.every(Boolean) ? level : 'off';
  });
  const unreachable = platforms.filter(
    (platform) => fetchesVideo(platform) && !(wanted[platform] === 'sandbox' ? media : media?.startsWith('https://')),
  );
  const blocked = unreachable.filter((platform) => wanted[platform] !== 'off');
  return {
    levels: recordOf(platforms, (platform) => (blocked.includes(platform) ? 'off' : wanted[platform])),
    offBecause: recordOf(blocked, () => 'NO_MEDIA_ADDRESS'),
  };
}
