import type { OffReason } from '@reelwright/causes';
import { loadConfig as load, serviceSettings, Type } from '@reelwright/config';
import { platformLevels } from '@reelwright/product';
import type { Static } from 'typebox';
import type { Level, Platform } from './platforms/platform.ts';

const level = Type.Enum([...platformLevels], {
  default: 'off',
  description: 'off, sandbox, private-only or live',
});
const credential = Type.String({ default: '' });
const origin = (real: string) => Type.String({ default: real });

export const Settings = Type.Object({
  ...serviceSettings,
  OBJECT_STORE_URL: Type.String({ minLength: 1 }),
  TOKEN_CIPHER_KEYS: Type.String({
    minLength: 1,
    description: 'kid:base64,kid:base64 of 32 bytes each; the first encrypts',
  }),
  GENERATION_GRPC: Type.String({ minLength: 1 }),
  BILLING_GRPC: Type.String({ minLength: 1 }),
  SCHEDULING_GRPC: Type.String({ minLength: 1 }),
  MEDIA_PUBLIC_URL: Type.Optional(
    Type.String({
      description: 'Origin that serves /media to the platforms; https outside of the sandbox, or Instagram is off',
    }),
  ),
  TIKTOK_LEVEL: level,
  TIKTOK_CLIENT_KEY: credential,
  TIKTOK_CLIENT_SECRET: credential,
  TIKTOK_AUTH_URL: origin('https://www.tiktok.com'),
  TIKTOK_API_URL: origin('https://open.tiktokapis.com'),
  YOUTUBE_LEVEL: level,
  YOUTUBE_CLIENT_ID: credential,
  YOUTUBE_CLIENT_SECRET: credential,
  YOUTUBE_ROOT: origin('https://youtube.googleapis.com'),
  YOUTUBE_WATCH_URL: origin('https://www.youtube.com'),
  GOOGLE_ACCOUNTS_URL: origin('https://accounts.google.com'),
  GOOGLE_OAUTH_URL: origin('https://oauth2.googleapis.com'),
  FACEBOOK_LEVEL: level,
  FACEBOOK_APP_ID: credential,
  FACEBOOK_APP_SECRET: credential,
  FACEBOOK_DIALOG_URL: origin('https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: origin('https://graph.facebook.com'),
  INSTAGRAM_LEVEL: level,
  INSTAGRAM_APP_ID: credential,
  INSTAGRAM_APP_SECRET: credential,
  INSTAGRAM_AUTH_URL: origin('https://www.instagram.com'),
  INSTAGRAM_API_URL: origin('https://api.instagram.com'),
  INSTAGRAM_GRAPH_URL: origin('https://graph.instagram.com'),
  META_GRAPH_VERSION: Type.String({ default: 'v26.0' }),
});
export type Config = Static<typeof Settings>;

export const loadConfig = (env: NodeJS.ProcessEnv): Readonly<Config> => load(Settings, env);

/**
 * The level of each platform: off without credentials; Instagram is also off without a public https address for
 * media.
 */
export function levelsOf(config: Config): {
  levels: Readonly<Record<Platform, Level>>;
  offBecause: Partial<Record<Platform, OffReason>>;
} {
  const given = (wanted: Level, ...credentials: string[]): Level => (credentials.every(Boolean) ? wanted : 'off');
  const instagram = given(config.INSTAGRAM_LEVEL, config.INSTAGRAM_APP_ID, config.INSTAGRAM_APP_SECRET);
  const fetchable = instagram === 'sandbox' ? config.MEDIA_PUBLIC_URL : config.MEDIA_PUBLIC_URL?.startsWith('https://');
  const blocked = instagram !== 'off' && !fetchable;
  return {
    levels: {
      tiktok: given(config.TIKTOK_LEVEL, config.TIKTOK_CLIENT_KEY, config.TIKTOK_CLIENT_SECRET),
      youtube: given(config.YOUTUBE_LEVEL, config.YOUTUBE_CLIENT_ID, config.YOUTUBE_CLIENT_SECRET),
      facebook: given(config.FACEBOOK_LEVEL, config.FACEBOOK_APP_ID, config.FACEBOOK_APP_SECRET),
      instagram: blocked ? 'off' : instagram,
    },
    offBecause: blocked ? { instagram: 'no_public_url' } : {},
  };
}
