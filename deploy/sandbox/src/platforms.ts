import { type Platform, platforms } from '@reelwright/product';

/** The provider that plays each platform; YouTube belongs to Google. Null for a platform that is not emulated. */
export const platformProviders = {
  tiktok: 'tiktok',
  youtube: 'google',
  facebook: 'facebook',
  instagram: 'instagram',
} as const satisfies Record<Platform, string | null>;

/** The platforms that can be used where the sandbox is the provider. */
export type EmulatedPlatform = {
  [Name in Platform]: (typeof platformProviders)[Name] extends null ? never : Name;
}[Platform];
export const emulatedPlatforms = platforms.filter(
  (platform): platform is EmulatedPlatform => platformProviders[platform] !== null,
);
