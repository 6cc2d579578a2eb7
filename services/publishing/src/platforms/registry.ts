import { type Platform, platforms, recordOf } from '@reelwright/product';
import type { Static, TObject } from 'typebox';
import type { Connector } from './connector.ts';
import type { Access } from './definition.ts';
import { facebook } from './facebook/facebook.ts';
import { instagram } from './instagram/instagram.ts';
import type { Login } from './login.ts';
import type { MeasureReader } from './measures.ts';
import { tiktok } from './tiktok/tiktok.ts';
import { youtube } from './youtube/youtube.ts';

/** What the service knows about each platform; it is defined in the platform's own folder. */
export const definitions = { tiktok, youtube, facebook, instagram } satisfies Record<Platform, unknown>;

export const platformSettings = {
  ...tiktok.settings,
  ...youtube.settings,
  ...facebook.settings,
  ...instagram.settings,
};
export type PlatformConfig = Readonly<Static<TObject<typeof platformSettings>>>;

export const accessTo = (config: PlatformConfig): Record<Platform, Access> =>
  recordOf(platforms, (platform) => definitions[platform].access(config));

/** The clients of all platforms, at the addresses that the configuration gives. */
export const platformClients = (
  config: PlatformConfig,
): {
  logins: Record<Platform, Login>;
  connectors: Record<Platform, Connector>;
  measures: Record<Platform, MeasureReader>;
} => ({
  logins: recordOf(platforms, (platform) => definitions[platform].login(config)),
  connectors: recordOf(platforms, (platform) => definitions[platform].connector(config)),
  measures: recordOf(platforms, (platform) => definitions[platform].measures(config)),
});

/** The secrets with which Meta's platforms sign requests for the deletion of data, as far as they are configured. */
export const deletionSecrets = (config: PlatformConfig): { platform: Platform; secret: string }[] =>
  platforms
    .map((platform) => ({ platform, secret: definitions[platform].deletionSecret?.(config) ?? '' }))
    .filter(({ secret }) => secret !== '');

/** The reads of views a day, where a platform limits those of the whole app. */
export const readLimits = (config: PlatformConfig): Record<Platform, number | undefined> =>
  recordOf(platforms, (platform) => definitions[platform].readsPerDay?.(config));
